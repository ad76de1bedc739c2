#!/usr/bin/env python3
"""Recomputes the shop's funnel and retention from its CSV, sharing nothing with the collector's code.

usage: shop_reference.py simple-onlineshop.csv [--window-hours 168] [--periods 7] [--zone UTC]

The CSV has the columns user_id, event and timestamp (UTC). Times are cut to milliseconds, as the events carry them.
Funnel: catalog, cart, payment_choice, payment_done in this order, the last within the window of the first, edge included;
every catalog view may begin. Retention: each local calendar day with any event makes a person a member of that day's
cohort; period n counts those with any event n days later.
"""
import argparse
import csv
import json
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from statistics import median
from zoneinfo import ZoneInfo

STEPS = ["catalog", "cart", "payment_choice", "payment_done"]
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def read(path):
    """Returns each person's (milliseconds, event) in order of time, and of the file where times are equal."""
    people = defaultdict(list)
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            moment = datetime.fromisoformat(row["timestamp"]).replace(tzinfo=timezone.utc)
            people[row["user_id"]].append(((moment - EPOCH) // timedelta(milliseconds=1), row["event"]))
    for events in people.values():
        events.sort(key=lambda event: event[0])
    return people


def attempt(events, begin, window):
    """The times of the steps when starting at one event, taking the next fitting event each time."""
    start = events[begin][0]
    times = [start]
    for time, name in events[begin + 1:]:
        if time - start > window or len(times) == len(STEPS):
            break
        if name == STEPS[len(times)]:
            times.append(time)
    return times


def funnel(people, window):
    best = []
    for events in people.values():
        attempts = [attempt(events, i, window) for i, (_, name) in enumerate(events) if name == STEPS[0]]
        if attempts:
            furthest = max(len(times) for times in attempts)
            # The first to arrive counts; of those arriving together, the one that started last.
            best.append(min((t for t in attempts if len(t) == furthest), key=lambda t: (t[-1], -t[0])))
    steps = []
    for index, name in enumerate(STEPS):
        reached = [times for times in best if len(times) > index]
        steps.append({
            "event": name,
            "users": len(reached),
            "medianFromFirst": median(t[index] - t[0] for t in reached) if index and reached else None,
        })
    return steps


def retention(people, zone, periods):
    days = {user: {(EPOCH + timedelta(milliseconds=t)).astimezone(zone).date() for t, _ in events}
            for user, events in people.items()}
    members = defaultdict(set)
    for user, dates in days.items():
        for date in dates:
            members[date].add(user)
    first, last = min(members), max(members)
    cohorts = []
    for offset in range((last - first).days + 1):
        date = first + timedelta(days=offset)
        later = [members.get(date + timedelta(days=n), set()) for n in range(periods + 1)]
        cohorts.append({
            "label": date.isoformat(),
            "size": len(members.get(date, ())),
            "returned": [len(members.get(date, set()) & day) for day in later],
        })
    return cohorts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("csv")
    parser.add_argument("--window-hours", type=float, default=168)
    parser.add_argument("--periods", type=int, default=7)
    parser.add_argument("--zone", default="UTC")
    options = parser.parse_args()
    people = read(options.csv)
    print(json.dumps({
        "events": sum(len(events) for events in people.values()),
        "users": len(people),
        "windowMilliseconds": int(options.window_hours * 3_600_000),
        "funnel": funnel(people, int(options.window_hours * 3_600_000)),
        "retention": retention(people, ZoneInfo(options.zone), options.periods),
    }, indent=1))


if __name__ == "__main__":
    main()
