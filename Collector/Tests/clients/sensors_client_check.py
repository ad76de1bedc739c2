#!/usr/bin/env python3
"""Sends with the official Sensors client and checks that the collector holds exactly what was sent, once.

usage: sensors_client_check.py URL SDK_FOLDER
  URL         a running collector with an empty project "default", such as http://127.0.0.1:8106
  SDK_FOLDER  the folder that holds the package "sensorsanalytics"
"""

import collections
import contextlib
import io
import json
import sys
import urllib.request

PROJECT = "default"
EVENTS_PER_BATCH_RUN = 120


def send_single(sdk, url):
    """One request per event; texts of many scripts, all types of values, and a sign-up."""
    client = sdk.SensorsAnalytics(sdk.DefaultConsumer(url))
    client.track("device-1", "SingleEvent", {"n": 0, "city": "東京 🥑", "price": 19.5, "member": True, "tags": ["a", "b"]})
    client.track("device-1", "SingleEvent", {"n": 1, "big": 9007199254740993})
    client.track_signup("user-1", "device-1", {"n": 0})
    client.profile_set("user-1", {"level": "gold"})
    client.close()
    return [("SingleEvent", 0), ("SingleEvent", 1), ("$SignUp", 0)]


def send_batches(sdk, url):
    """Fifty events per request, and the rest at the end."""
    client = sdk.SensorsAnalytics(sdk.BatchConsumer(url, max_size=50))
    for n in range(EVENTS_PER_BATCH_RUN):
        client.track(f"user-{n % 7}", "BatchEvent", {"n": n}, is_login_id=True)
    client.flush()
    client.close()
    return [("BatchEvent", n) for n in range(EVENTS_PER_BATCH_RUN)]


def send_in_background(sdk, url):
    """The client's own thread sends."""
    client = sdk.SensorsAnalytics(sdk.AsyncBatchConsumer(url, flush_size=20))
    for n in range(45):
        client.track("device-2", "AsyncEvent", {"n": n})
    client.close()
    return [("AsyncEvent", n) for n in range(45)]


def send_debugging(sdk, url):
    """The debug consumer stores what it sends, unless it is told to check only; a bad event is refused either way."""
    writing = sdk.SensorsAnalytics(sdk.DebugConsumer(url, write_data=True))
    writing.track("device-3", "DebugEvent", {"n": 0})
    writing.track("device-3", "DebugEvent", {"n": 1})
    checking = sdk.SensorsAnalytics(sdk.DebugConsumer(url, write_data=False))
    checking.track("device-3", "CheckedOnly", {"n": 0})
    return [("DebugEvent", 0), ("DebugEvent", 1)]


def stored_events(url):
    """All tracked events of the project as the collector's API gives them."""
    with urllib.request.urlopen(f"{url}/api/v1/events?project={PROJECT}&limit=1000", timeout=10) as answer:
        events = json.load(answer)["events"]
    # The stored text itself, so that what is compared is what arrived.
    return [json.loads(event["json"]) for event in events if event["event"] is not None]


def differences(expected, stored):
    """Sentences on what is missing, twice there or unexpected."""
    expected = collections.Counter(expected)
    found = collections.Counter((event["event"], event["properties"].get("n")) for event in stored)
    for key in expected | found:
        if expected[key] != found[key]:
            yield f"{key[0]} n={key[1]}: sent {expected[key]} time(s), stored {found[key]} time(s)"
    for event in stored:
        if (event["event"], event["properties"].get("n")) == ("SingleEvent", 0):
            for key, value in {"city": "東京 🥑", "price": 19.5, "member": True, "tags": ["a", "b"]}.items():
                if event["properties"].get(key) != value:
                    yield f"{key}: sent {value!r}, stored {event['properties'].get(key)!r}"
        if event["properties"].get("big", 9007199254740993) != 9007199254740993:
            yield f"a large number was rounded: {event['properties']['big']}"


def main(url, sdk_folder):
    sys.path.insert(0, sdk_folder)
    import sensorsanalytics as sdk

    target = f"{url}/sa?project={PROJECT}"
    expected = []
    for send in (send_single, send_batches, send_in_background, send_debugging):
        # The debug consumer prints every event.
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            expected += send(sdk, target)
        if "invalid message" in printed.getvalue():
            print(printed.getvalue(), file=sys.stderr)
            return 1

    problems = list(differences(expected, stored_events(url)))
    for problem in problems:
        print(f"sensors client: {problem}", file=sys.stderr)
    if problems:
        return 1
    print(f"sensors client: {len(expected)} events of 4 consumers are stored, each once.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1].rstrip("/"), sys.argv[2]))
