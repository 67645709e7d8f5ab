"""`python Tests/rolling_upgrade.py FOLDER`: three nodes of the programs in FOLDER, a release before this one, become nodes of this one, one after
the other, under a mixed load. The first that is new changes the schema under the two that are old."""
import random
import sys
import time
from pathlib import Path

from cluster_soak import AGAIN, judge, under_load
from conftest import DEV, seeded

# Seconds in which nodes of both releases serve side by side.
BESIDE = 15


def schema(cluster):
    return cluster.sql("SELECT max(number) FROM schema_migration")[0]


def replace(node, watcher):
    """As the manual says: stop it, put the new program there, start it. How long until a page answered; None if too long."""
    begin = time.monotonic()
    node.process.terminate()
    node.process.wait(30)
    node.program = DEV
    node.start_again()
    return watcher.wait_for_answer(begin, AGAIN)


def main(folder):
    chance = seeded()
    random.seed(chance.random())
    with under_load(chance, program=Path(folder) / "sotravel-dev") as (cluster, load, pool, watcher):
        old, hurts = schema(cluster), []
        time.sleep(BESIDE)
        for number, node in enumerate(cluster.nodes, 1):
            hurts.append(("node replaced", replace(node, watcher)))
            print(f"Node {number} is new, schema {old} is {schema(cluster)}: the page answered again after {hurts[-1][1]} s", flush=True)
            time.sleep(BESIDE)
        return judge(hurts, cluster, load, pool, watcher)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
