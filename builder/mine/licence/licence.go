// Package licence names the licence that a file's text is, by SPDX.
package licence

import "strings"

// texts are licences by phrases that are in one and not in the others; the first
// whose phrases are all there is it. Order matters where one text has another's.
var texts = []struct {
	spdx    string
	phrases []string
}{
	{"CC-BY-NC-SA-4.0", []string{"by-nc-sa", "4.0"}},
	{"CC-BY-NC-SA-4.0", []string{"attribution-noncommercial-sharealike 4.0"}},
	{"CC-BY-NC-4.0", []string{"attribution-noncommercial 4.0"}},
	{"CC-BY-4.0", []string{"creative commons attribution 4.0"}},
	{"AGPL-3.0-only", []string{"gnu affero general public license", "version 3"}},
	{"LGPL-3.0-only", []string{"gnu lesser general public license", "version 3"}},
	{"GPL-3.0-only", []string{"gnu general public license", "version 3"}},
	{"GPL-2.0-only", []string{"gnu general public license", "version 2"}},
	{"MPL-2.0", []string{"mozilla public license", "2.0"}},
	{"Apache-2.0", []string{"apache license", "version 2.0, january 2004"}},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "endorse or promote products derived"}},
	{"BSD-2-Clause", []string{"redistribution and use in source and binary forms"}},
	{"ISC", []string{"permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"}},
	{"MIT", []string{
		"permission is hereby granted, free of charge, to any person obtaining a copy",
		"to deal in the software without restriction",
		"the above copyright notice and this permission notice shall be included in all copies or substantial portions of the software. the software is provided",
	}},
	{"Unlicense", []string{"this is free and unencumbered software released into the public domain"}},
}

// Identify returns the SPDX id of a licence's text, "" when it is none that is
// known word for word: a text with further terms is another licence.
func Identify(text string) string {
	words := strings.ToLower(strings.Join(strings.Fields(text), " "))
next:
	for _, t := range texts {
		for _, phrase := range t.phrases {
			if !strings.Contains(words, phrase) {
				continue next
			}
		}
		return t.spdx
	}
	return ""
}
