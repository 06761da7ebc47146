package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Chromium, driven by WebDriver (W3C): Debian's packages {@code chromium} and {@code chromium-driver}.
 */
final class Chromium implements BrowserWindow {
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Pattern PORT = Pattern.compile("started successfully on port (\\d+)");
    private static final Pattern SESSION = Pattern.compile("\"sessionId\":\"([^\"]+)\"");
    private static final Pattern ELEMENT = Pattern.compile("\"element-[-0-9a-f]+\":\"([^\"]+)\"");
    private static final Pattern TEXT = Pattern.compile("(?s)\\{\"value\":\"(.*)\"\\}");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process driver;
    private final String session;

    private Chromium(Process driver, String session) {
        this.driver = driver;
        this.session = session;
    }

    /** Starts one with a profile of its own in {@code directory}. */
    static Chromium start(Path directory, String... more) throws Exception {
        assertThat(DRIVER).as("apt-get install chromium chromium-driver").exists();
        Path log = directory.resolve("chromedriver.log");
        Process driver = new ProcessBuilder(DRIVER.toString(), "--port=0")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> PORT.matcher(Files.readString(log)).find());
            String port = found(PORT, Files.readString(log));
            Chromium browser = new Chromium(driver, "http://127.0.0.1:" + port + "/session");
            String options =
                    "{\"capabilities\":{\"alwaysMatch\":{\"goog:chromeOptions\":{\"args\":[\"--headless=new\",\"--no-sandbox\","
                            + "\"--disable-gpu\",\"--user-data-dir=" + directory.resolve("profile") + "\""
                            + Stream.of(more).map(one -> ",\"" + one + "\"").collect(Collectors.joining())
                            + "]},\"goog:loggingPrefs\":{\"browser\":\"SEVERE\"}}}}";
            return new Chromium(driver, browser.session + "/" + found(SESSION, browser.send("POST", "", options)));
        } catch (Exception | AssertionError e) {
            driver.destroyForcibly().waitFor();
            throw e;
        }
    }

    @Override
    public void open(URI page) throws Exception {
        send("POST", "/url", "{\"url\":\"" + page + "\"}");
    }

    @Override
    public void click(String selector) throws Exception {
        send("POST", "/element/" + element(selector) + "/click", "{}");
    }

    @Override
    public void type(String selector, String text) throws Exception {
        send("POST", "/element/" + element(selector) + "/value", "{\"text\":" + quoted(text) + "}");
    }

    @Override
    public void keys(String keys) throws Exception {
        String presses = keys.chars()
                .mapToObj(key -> "{\"type\":\"keyDown\",\"value\":" + quoted(String.valueOf((char) key))
                        + "},{\"type\":\"keyUp\",\"value\":" + quoted(String.valueOf((char) key)) + "}")
                .collect(Collectors.joining(","));
        send(
                "POST",
                "/actions",
                "{\"actions\":[{\"type\":\"key\",\"id\":\"keyboard\",\"actions\":[" + presses + "]}]}");
    }

    /** Presses Shift and the Tab key with it. */
    void tabBack() throws Exception {
        send(
                "POST",
                "/actions",
                "{\"actions\":[{\"type\":\"key\",\"id\":\"keyboard\",\"actions\":["
                        + "{\"type\":\"keyDown\",\"value\":\"\ue008\"},{\"type\":\"keyDown\",\"value\":\"\ue004\"},"
                        + "{\"type\":\"keyUp\",\"value\":\"\ue004\"},{\"type\":\"keyUp\",\"value\":\"\ue008\"}]}]}");
    }

    /** Returns what a user reads there; quotes and backslashes as JSON writes them. */
    String text(String selector) throws Exception {
        return found(TEXT, send("GET", "/element/" + element(selector) + "/text", null));
    }

    @Override
    public String run(String script) throws Exception {
        return found(TEXT, send("POST", "/execute/sync", "{\"args\":[],\"script\":" + quoted(script) + "}"));
    }

    @Override
    public String answer(String script) throws Exception {
        return found(TEXT, send("POST", "/execute/async", "{\"args\":[],\"script\":" + quoted(script) + "}"));
    }

    /** Has a script run before those of each page that is opened from now on. */
    void beforeEachPage(String script) throws Exception {
        send(
                "POST",
                "/goog/cdp/execute",
                "{\"cmd\":\"Page.addScriptToEvaluateOnNewDocument\",\"params\":{\"source\":" + quoted(script) + "}}");
    }

    @Override
    public void picture(Path file) throws Exception {
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(found(TEXT, send("GET", "/screenshot", null))));
    }

    /** Makes the window that large, in pixels of the page. */
    void size(int width, int height) throws Exception {
        send(
                "POST",
                "/goog/cdp/execute",
                "{\"cmd\":\"Emulation.setDeviceMetricsOverride\",\"params\":{\"width\":" + width + ",\"height\":"
                        + height + ",\"deviceScaleFactor\":1,\"mobile\":false}}");
    }

    /** Has the system prefer light or dark pages, for all that the browser can tell. */
    void prefers(String scheme) throws Exception {
        send(
                "POST",
                "/goog/cdp/execute",
                "{\"cmd\":\"Emulation.setEmulatedMedia\",\"params\":{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":"
                        + quoted(scheme) + "}]}}");
    }

    /** The errors that the browser has noted since the last call, as JSON. */
    String errors() throws Exception {
        return send("POST", "/se/log", "{\"type\":\"browser\"}");
    }

    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 16).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                default -> {
                    if (c < ' ') {
                        quoted.append(String.format("\\u%04x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    private String element(String selector) {
        String query = "{\"using\":\"css selector\",\"value\":" + quoted(selector) + "}";
        return await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> found(ELEMENT, send("POST", "/element", query)), id -> true);
    }

    private static String found(Pattern pattern, String text) {
        Matcher m = pattern.matcher(text);
        assertThat(m.find()).as("%s in %s", pattern, text).isTrue();
        return m.group(1);
    }

    private String send(String method, String path, String body) throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create(session + path))
                        .timeout(Duration.ofSeconds(60))
                        .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(method + " " + path + " " + body + ": " + answer.body());
        }
        return answer.body();
    }

    /** The driver ends its browser with it. */
    @Override
    public void close() throws Exception {
        List<ProcessHandle> browsers = driver.descendants().toList();
        try {
            send("DELETE", "", null);
        } finally {
            driver.destroy();
            driver.waitFor();
            browsers.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
