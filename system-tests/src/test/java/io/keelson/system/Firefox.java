package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Firefox, driven by WebDriver BiDi (W3C) over a WebSocket, for which it needs no driver beside it: Debian's package {@code firefox-esr}.
 * Without a screen its window is never the active one ({@code document.hasFocus()}), so it does not draw what has the focus.
 */
final class Firefox implements BrowserWindow {
    private static final Path COMMAND = Path.of("/usr/bin/firefox-esr");
    private static final Pattern LISTENS = Pattern.compile("WebDriver BiDi listening on (ws://\\S+)");
    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
    private static final Pattern CONTEXT = Pattern.compile("\"context\":\"([^\"]+)\"");
    private static final Pattern TEXT = Pattern.compile("\"type\":\"string\",\"value\":\"((?:[^\"\\\\]|\\\\.)*+)\"");
    private static final Pattern NODE = Pattern.compile("\"sharedId\":\"([^\"]+)\"");
    private static final Pattern PICTURE = Pattern.compile("\"data\":\"([^\"]+)\"");

    private final Map<Long, CompletableFuture<String>> answers = new ConcurrentHashMap<>();
    private final Process process;
    private final WebSocket socket;
    private final String context;
    private long commands;

    /** Returns true if there is one on this machine. */
    static boolean isThere() {
        return Files.isExecutable(COMMAND);
    }

    private Firefox(Process process, URI address) throws Exception {
        this.process = process;
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                .buildAsync(URI.create(address + "/session"), new Listening())
                .get(60, TimeUnit.SECONDS);
        send("session.new", "{\"capabilities\":{}}");
        context = found(CONTEXT, send("browsingContext.getTree", "{}"));
    }

    /** Starts one with a profile of its own in {@code directory}. */
    static Firefox start(Path directory, int width, int height) throws Exception {
        Path log = directory.resolve("firefox.log");
        Path profile = Files.createDirectories(directory.resolve("firefox"));
        ProcessBuilder command = new ProcessBuilder(
                        COMMAND.toString(),
                        "--headless",
                        "--no-remote",
                        "--profile",
                        profile.toString(),
                        "--remote-debugging-port",
                        "0",
                        "--window-size=" + width + "," + height)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        command.environment().put("HOME", profile.toString());
        Process process = command.start();
        try {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> LISTENS.matcher(Files.readString(log)).find());
            return new Firefox(process, URI.create(found(LISTENS, Files.readString(log))));
        } catch (Exception | AssertionError e) {
            end(process);
            throw e;
        }
    }

    /** Gives each message to who waits for it; events are not asked for. */
    private final class Listening implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            message.append(data);
            if (last) {
                String whole = message.toString();
                message.setLength(0);
                Matcher id = ID.matcher(whole);
                CompletableFuture<String> asked = id.find() ? answers.remove(Long.parseLong(id.group(1))) : null;
                if (asked != null) {
                    asked.complete(whole);
                }
            }
            from.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            answers.values().forEach(each -> each.completeExceptionally(error));
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
            onError(from, new IOException("the browser has closed the connection: " + status + " " + reason));
            return null;
        }
    }

    private String send(String method, String parameters) throws Exception {
        long id = ++commands;
        CompletableFuture<String> answer = new CompletableFuture<>();
        answers.put(id, answer);
        socket.sendText("{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}", true)
                .get(10, TimeUnit.SECONDS);
        String said = answer.get(60, TimeUnit.SECONDS);
        if (!said.contains("\"type\":\"success\"") || said.contains("\"type\":\"exception\"")) {
            throw new IOException(method + " " + parameters + ": " + said);
        }
        return said;
    }

    private String inContext(String rest) {
        return "{\"context\":\"" + context + "\"," + rest + "}";
    }

    private String evaluated(String expression) throws Exception {
        return send(
                "script.evaluate",
                "{\"target\":{\"context\":\"" + context + "\"},\"awaitPromise\":true,\"expression\":"
                        + Chromium.quoted(expression) + "}");
    }

    @Override
    public void open(URI page) throws Exception {
        send("browsingContext.navigate", inContext("\"wait\":\"complete\",\"url\":\"" + page + "\""));
    }

    @Override
    public void click(String selector) throws Exception {
        String node = node(selector);
        String origin = "{\"type\":\"element\",\"element\":{\"sharedId\":\"" + node + "\"}}";
        send(
                "input.performActions",
                inContext("\"actions\":[{\"type\":\"pointer\",\"id\":\"mouse\",\"actions\":["
                        + "{\"type\":\"pointerMove\",\"x\":0,\"y\":0,\"origin\":" + origin + "},"
                        + "{\"type\":\"pointerDown\",\"button\":0},{\"type\":\"pointerUp\",\"button\":0}]}]"));
    }

    @Override
    public void type(String selector, String text) throws Exception {
        String node = node(selector);
        if (run("return String(document.querySelector(`" + selector + "`).type)")
                .equals("file")) {
            send(
                    "input.setFiles",
                    inContext("\"element\":{\"sharedId\":\"" + node + "\"},\"files\":[" + Chromium.quoted(text) + "]"));
        } else {
            run("document.querySelector(`" + selector + "`).focus(); return '';");
            keys(text);
        }
    }

    /** The element, scrolled to. */
    private String node(String selector) {
        return await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(
                        () -> found(
                                NODE,
                                evaluated("(() => { const one = document.querySelector(`" + selector
                                        + "`); one.scrollIntoView({block: 'center'}); return one; })()")),
                        id -> true);
    }

    @Override
    public void keys(String keys) throws Exception {
        String presses = keys.chars()
                .mapToObj(key -> Chromium.quoted(String.valueOf((char) key)))
                .map(key -> "{\"type\":\"keyDown\",\"value\":" + key + "},{\"type\":\"keyUp\",\"value\":" + key + "}")
                .collect(Collectors.joining(","));
        send(
                "input.performActions",
                inContext("\"actions\":[{\"type\":\"key\",\"id\":\"keyboard\",\"actions\":[" + presses + "]}]"));
    }

    @Override
    public String run(String script) throws Exception {
        return found(TEXT, evaluated("(() => {" + script + "\n})()"));
    }

    @Override
    public String answer(String script) throws Exception {
        return found(
                TEXT, evaluated("new Promise(function (done) { (function () {" + script + "\n}).call(null, done); })"));
    }

    @Override
    public void picture(Path file) throws Exception {
        Files.createDirectories(file.getParent());
        String taken = send("browsingContext.captureScreenshot", "{\"context\":\"" + context + "\"}");
        Files.write(file, Base64.getDecoder().decode(found(PICTURE, taken)));
    }

    private static String found(Pattern pattern, String text) {
        Matcher m = pattern.matcher(text);
        assertThat(m.find()).as("%s in %s", pattern, text).isTrue();
        return m.group(1);
    }

    private static void end(Process process) throws InterruptedException {
        List<ProcessHandle> parts = process.descendants().toList();
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        parts.forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() throws Exception {
        socket.abort();
        end(process);
    }
}
