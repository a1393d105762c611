package metatest

import (
	"cmp"
	"slices"
	"strconv"

	"podium/scorer/grade"
)

// side is what a team has on one board.
type side struct {
	full       float64
	shown      string
	submission int
	rank       int
}

// entrant is a team that is made up.
type entrant struct {
	private, public side
	host            bool
	medal           int
}

// one makes up a competition with its teams and their submissions.
func (w *writer) one(c Competition) {
	w.competition++
	if c.Digits == 0 {
		c.Digits = 5
	}
	id := strconv.Itoa(w.competition)
	algorithm, isMax := "11", "False"
	if c.HigherBetter {
		algorithm, isMax = "10", "True"
	}
	deadline := "03/0" + strconv.Itoa(1+w.competition%9) + "/2020 23:59:00"
	if w.Early {
		w.row(competitions, id, c.Slug, "Made-up "+c.Slug, "Featured", "01/01/2020 00:00:00", deadline, algorithm, strconv.Itoa(c.Teams))
	} else {
		overview := "\"# What to do\nPredict, \"\"as well"
		if w.competition%2 == 0 {
			overview += " as you can\"\""
		} else {
			overview += "\"\"\n"
		}
		w.row(competitions, id, c.Slug, "\"Made-up, "+c.Slug+"\"", "Nothing is real", "Featured", "1", "", "01/01/2020 00:00:00", deadline,
			"True", "True", "False", "True", "30", "Score", "Score of Nothing", isMax, "USD", "100",
			strconv.Itoa(c.Teams), strconv.Itoa(c.Teams), strconv.Itoa(c.Teams*perTeam), "", "1", overview+"\"")
	}
	w.row(competitionTags, id, id, strconv.Itoa(1+w.competition%2))
	entrants := w.entrants(c)
	for i := range entrants {
		w.entrant(c, &entrants[i])
	}
	for range c.Absent {
		w.team++
		w.teamRow(&entrant{})
	}
}

// entrants draws scores, then ranks by them: private and public apart.
func (w *writer) entrants(c Competition) []entrant {
	all := make([]entrant, c.Teams+c.Hosts)
	for i := range all {
		e := &all[i]
		e.host = i >= c.Teams
		e.private.full = w.random.Float64()
		e.public.full = e.private.full + 0.01*w.random.NormFloat64()
		for _, s := range []*side{&e.private, &e.public} {
			s.shown = strconv.FormatFloat(s.full, 'f', c.Digits, 64)
		}
	}
	gold, silver, bronze := grade.MedalPositions(max(1, c.Teams))
	for _, of := range []func(*entrant) *side{func(e *entrant) *side { return &e.public }, func(e *entrant) *side { return &e.private }} {
		order := make([]*entrant, c.Teams)
		for i := range order {
			order[i] = &all[i]
		}
		slices.SortFunc(order, func(a, b *entrant) int {
			if c.HigherBetter {
				a, b = b, a
			}
			return cmp.Compare(of(a).full, of(b).full)
		})
		for i, e := range order {
			of(e).rank, e.medal = i+1, 0
			switch {
			case !c.Medals || i >= bronze-c.Mistaken:
			case i < gold:
				e.medal = 1
			case i < silver:
				e.medal = 2
			default:
				e.medal = 3
			}
		}
	}
	return all
}

// entrant writes a team and its submissions, the ones that count among them.
func (w *writer) entrant(c Competition, e *entrant) {
	w.team++
	privateAt, publicAt := w.random.IntN(perTeam), w.random.IntN(perTeam)
	for i := range perTeam {
		w.submission++
		private, public := e.private, e.public
		if i == privateAt {
			e.private.submission = w.submission
		} else {
			private.full -= 0.001 * float64(i+1)
		}
		if i == publicAt {
			e.public.submission = w.submission
		} else {
			public.full -= 0.001 * float64(i+1)
		}
		w.submissionRow(c, &private, &public, i == privateAt)
	}
	w.teamRow(e)
}

func (w *writer) teamRow(e *entrant) {
	host, medal := "False", ""
	if e.host {
		host = "True"
	}
	if e.medal > 0 {
		medal = w.number(e.medal)
	}
	id, of, leader := strconv.Itoa(w.team), strconv.Itoa(w.competition), strconv.Itoa(7*w.team)
	name := "\"Team \"\"" + id + "\"\", of nobody\""
	private, public := w.number(e.private.submission), w.number(e.public.submission)
	if w.Early {
		w.row(teams, id, of, leader, name, public, private, host, medal, w.number(e.private.rank))
		return
	}
	w.row(teams, id, of, leader, name, "01/05/2020 00:00:00", "02/05/2020 00:00:00", public, private, host, medal, "",
		w.number(e.public.rank), w.number(e.private.rank), "")
}

// submissionRow writes the widest table without making strings.
func (w *writer) submissionRow(c Competition, private, public *side, selected bool) {
	w.rows++
	b := strconv.AppendInt(w.buf[:0], int64(w.submission), 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(7*w.team), 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(w.team), 10)
	shown := func(v float64) {
		b = append(b, ',')
		b = strconv.AppendFloat(b, v, 'f', c.Digits, 64)
	}
	full := func(v float64) {
		b = append(b, ',')
		b = strconv.AppendFloat(b, v, 'g', -1, 64)
	}
	if w.Early {
		b = append(b, ",02/03/2020 04:05:06,False,"...)
	} else {
		b = append(b, ",,02/03/2020 04:05:06,02/03/2020,False,"...)
	}
	b = strconv.AppendBool(b, selected)
	shown(public.full)
	if !w.Early {
		full(public.full)
	}
	shown(private.full)
	if !w.Early {
		full(private.full)
	}
	w.buf = append(b, '\n')
	w.tables[submissions].Write(w.buf)
}
