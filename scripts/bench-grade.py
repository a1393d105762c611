"""Time `scorer grade` beside upstream's graders, whole processes on the same files.

    bench-grade.py SCORER PYTHON [RUNS]

PYTHON is an interpreter that can import upstream's package mlebench. The files
are made up here from a fixed seed. Each load runs RUNS times (3) by turns, and
both must give the same score. Figures: the median of the clock, the most memory.
"""

import json, os, random, statistics, subprocess, sys, tempfile, time
from concurrent.futures import ProcessPoolExecutor

# What upstream's `mlebench grade-sample` does for one file: read, grade, round.
UPSTREAM = """
import importlib, sys
from mlebench.grade_helpers import Grader
from mlebench.utils import read_csv
name, submission, answers = sys.argv[1:]
grader = Grader(name, "mlebench.competitions." + name + ".grade:grade")
print("score", grader(read_csv(submission), read_csv(answers)))
"""


def write(path, header, rows):
    with open(path, "w") as f:
        f.write(header + "\n")
        f.writelines(row + "\n" for row in rows)


def both(folder, header, rows):
    """rows are (submission's row, answers' row); the submission is in another order."""
    submission, answers = os.path.join(folder, "submission.csv"), os.path.join(folder, "answers.csv")
    write(answers, header[1], (row[1] for row in rows))
    random.shuffle(rows)
    write(submission, header[0], (row[0] for row in rows))
    return submission, answers


def rmse(folder):
    rows = []
    for i in range(1_000_000):
        truth = random.uniform(2.5, 80)
        rows.append((f"k{i},{truth + random.gauss(0, 3):.6f}", f"k{i},{truth:.2f}"))
    return both(folder, ["key,fare_amount"] * 2, rows)


def roc_auc(folder):
    rows = []
    for i in range(1_000_000):
        truth = random.random() < 0.3
        rows.append((f"{i:08x}.jpg,{min(1, max(0, random.gauss(0.3 + 0.3 * truth, 0.2))):.5f}", f"{i:08x}.jpg,{truth:d}"))
    return both(folder, ["id,has_cactus"] * 2, rows)


def accuracy(folder):
    words = ["".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=random.randint(2, 12))) for _ in range(20_000)]
    rows = []
    for i in range(1_000_000):
        truth = random.choice(words)
        guess = truth if random.random() < 0.9 else random.choice(words)
        rows.append((f'"{i // 12}_{i % 12}","{guess}"', f'"{i // 12}_{i % 12}","{truth}"'))
    return both(folder, ["id,after"] * 2, rows)


def map12(folder):
    items = [f"{n:010d}" for n in random.sample(range(10**8, 10**9), 5000)]
    rows = []
    for i in range(200_000):
        truth = random.choices(items, k=random.randint(1, 6))
        guess = random.sample(items, 12)
        guess[random.randrange(12)] = truth[0]
        rows.append((f"{i:064x},{' '.join(guess)}", f"{i:064x},{' '.join(truth)}"))
    return both(folder, ["customer_id,prediction"] * 2, rows)


def osic(folder):
    rows = []
    for patient in range(500):
        for week in range(100):
            name, fvc = f"ID{patient:023d}", random.randint(1000, 5000)
            rows.append((f"{name}_{week},{fvc + random.randint(-200, 200)},{random.randint(70, 400)}",
                         f"{name},{week},{fvc},80.0,60,Male,Ex-smoker,{name}_{week},100"))
    header = ["Patient_Week,FVC,Confidence", "Patient,Weeks,FVC,Percent,Age,Sex,SmokingStatus,Patient_Week,Confidence"]
    return both(folder, header, rows)


def masks(folder):
    def mask():
        pixels, at = [], 1
        while random.random() < 0.97 and at < 10_000:
            at += random.randint(1, 200)
            n = random.randint(1, 90)
            if at + n > 101 * 101:
                break
            pixels.append(f"{at} {n}")
            at += n
        return " ".join(pixels)

    rows = []
    for i in range(2000):
        truth = mask()
        rows.append((f"{i:010x}a,{truth if random.random() < 0.5 else mask()}", f"{i:010x}a,{truth}"))
    return both(folder, ["id,rle_mask"] * 2, rows)


LOADS = [
    ("RMSE, 1,000,000 rows", "new-york-city-taxi-fare-prediction", rmse),
    ("ROC AUC, 1,000,000 rows", "aerial-cactus-identification", roc_auc),
    ("text accuracy, 1,000,000 rows", "text-normalization-challenge-english-language", accuracy),
    ("MAP@12, 200,000 rows", "h-and-m-personalized-fashion-recommendations", map12),
    ("id check, 50,000 rows", "osic-pulmonary-fibrosis-progression", osic),
    ("masks, 2,000 rows", "tgs-salt-identification-challenge", masks),
]


def seeded(make, folder):
    random.seed(20261201)
    return make(folder)


def measured(command):
    """Seconds by the clock, peak MiB, and what the command printed."""
    start = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as p:
        out = p.stdout.read()
        _, status, used = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
    if p.returncode:
        sys.exit(f"{command[:2]}: exit code {p.returncode}")
    return time.monotonic() - start, used.ru_maxrss / 1024, out


def main(scorer, python, runs=3):
    print(f"{'':<30}{'scorer':>18}{'upstream':>20}{'times faster':>14}{'memory':>8}")
    for name, competition, make in LOADS:
        with tempfile.TemporaryDirectory() as folder:
            # In a process of its own: the peak memory of a child counts from its parent's.
            with ProcessPoolExecutor(1) as apart:
                submission, answers = apart.submit(seeded, make, folder).result()
            ours, theirs = [], []
            for _ in range(int(runs)):
                ours.append(measured([scorer, "grade", competition, submission, "--answers", answers, "--json"]))
                theirs.append(measured([python, "-c", UPSTREAM, competition, submission, answers]))
        score = json.loads(ours[0][2])["score"]
        if float(theirs[0][2].split("score ")[1]) != score:
            sys.exit(f"{name}: scorer gives {score}, upstream {theirs[0][2]}")
        clock = [statistics.median(r[0] for r in side) for side in (ours, theirs)]
        memory = [max(r[1] for r in side) for side in (ours, theirs)]
        print(f"{name:<30}{clock[0]:8.2f} s{memory[0]:5.0f} MiB{clock[1]:10.2f} s{memory[1]:5.0f} MiB"
              f"{clock[1] / clock[0]:14.1f}{memory[0] / memory[1]:8.2f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
