"""Has Mermaid itself draw charts, in a browser without a window.

    python3 mermaid.py path/to/mermaid.esm.min.mjs chart.mmd ...

Prints a line for each chart that Mermaid refuses, or draws with another number of arrows than the chart has; ends with status 1 then, and
with 2 where the browser says nothing within ten minutes. The module is Mermaid's own ("mermaid" or the default is what it exports).
"""

import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
MODULE, CHARTS = os.path.abspath(sys.argv[1]), sys.argv[2:]
BROWSER = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
answer = []
done = threading.Event()


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/":
            page = text(os.path.join(HERE, "mermaid.html")).replace("MODULE", os.path.basename(MODULE))
            self.reply("text/html; charset=utf-8", page.encode())
        elif self.path == "/charts":
            self.reply("application/json", json.dumps({path: text(path) for path in CHARTS}).encode())
        elif self.path.startswith("/module/") and ".." not in self.path:
            file = os.path.join(os.path.dirname(MODULE), self.path[len("/module/"):])
            if os.path.isfile(file):
                self.reply("text/javascript", text(file).encode())
            else:
                self.send_error(404)
        else:
            self.send_error(404)

    def do_POST(self):
        answer.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.reply("text/plain", b"")
        done.set()

    def reply(self, kind, body):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
    address = f"http://127.0.0.1:{server.server_port}/"
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
    browser = subprocess.Popen([BROWSER, *options, address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    done.wait(600)
    browser.terminate()
    browser.wait()
if not answer:
    sys.exit("the browser said nothing")
print(answer[0], end="")
print(f"{len(CHARTS)} charts drawn by Mermaid, {len(answer[0].splitlines())} not as they are")
sys.exit(1 if answer[0] else 0)
