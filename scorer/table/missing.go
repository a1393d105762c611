package table

// Missing tells whether a cell's text is one of the spellings that pandas 2.x
// reads as missing, quoted or not, in exactly this case ("None" since 2.0).
func Missing(cell string) bool {
	switch cell {
	case "", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN",
		"<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null":
		return true
	}
	return false
}
