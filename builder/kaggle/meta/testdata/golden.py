"""Joins made-up Meta Kaggle tables with DuckDB: golden.json of read_test.go.

    go test ./builder/kaggle/meta -run TestGolden -tables DIR   # writes the tables to DIR
    python golden.py DIR > golden.json
"""
import hashlib
import json
import sys

import duckdb

tables = sys.argv[1]
db = duckdb.connect()
for name in ("Competitions", "Teams", "Submissions"):
    db.execute(f"create view {name} as select * from read_csv('{tables}/{name}.csv', header=true, all_varchar=true)")


def board(slug, kind, hosts):
    rows = db.execute(
        f"""select s.{kind}ScoreLeaderboardDisplay, t.IsBenchmark, t.Medal
            from Teams t join Competitions c on t.CompetitionId = c.Id
            join Submissions s on s.Id = t.{kind}LeaderboardSubmissionId and s.TeamId = t.Id
            where c.Slug = ? and (t.{kind}LeaderboardRank is not null or (t.IsBenchmark = 'True' and ?))
            order by t.{kind}LeaderboardRank::int nulls last""",
        [slug, hosts],
    ).fetchall()
    return rows


golden = {}
for slug, higher in db.execute("select Slug, EvaluationAlgorithmIsMax from Competitions where Slug like 'made-up-%' order by 1").fetchall():
    private = board(slug, "Private", False)
    with_hosts = sorted((r[0] for r in board(slug, "Private", True)), key=float, reverse=higher == "True")
    digest = lambda scores: hashlib.sha256("".join(s + "\n" for s in scores).encode()).hexdigest()
    golden[slug] = {
        "rows": len(private),
        "private": digest(r[0] for r in private),
        "public": digest(r[0] for r in board(slug, "Public", False)),
        "with_hosts": digest(with_hosts),
        "medals": [sum(r[2] == m for r in private) for m in "123"],
    }
json.dump(golden, sys.stdout, indent=1)
print()
