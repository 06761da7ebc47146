package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The suite h2spec, in the clear and over TLS. Not in the normal build: {@code -Pconformance} with {@code -Dh2spec=FILE};
 * docs/conformance.md.
 */
@Tag("conformance")
class H2specSystemIT {
    private static final Pattern SUMMARY = Pattern.compile("(\\d+) tests, \\d+ passed.*");
    /** Of the suite's versions, the one with the fewest. */
    private static final int CASES = 145;

    private static final Pattern SECURE =
            Pattern.compile("KLS-002613: Channel DefaultSecure is now listening on \\S+:(\\d+) ");
    private static final Pattern FAULT = Pattern.compile("<(failure|error|skipped)\\b");
    private static final Pattern CASE =
            Pattern.compile("(?s)<testcase package=\"([^\"]+)\" classname=\"([^\"]+)\".*?</testcase>");

    @TempDir
    Path directory;

    @Test
    void findsNothing() throws Exception {
        try (LiveServer server = LiveServer.create(directory)) {
            assertThat(server.cli("tls", "create-certificate").exit()).isZero();
            server.launch(
                    "-Dkeelson.servers.AdminServer.tls.certificate=security/tls.pem",
                    "-Dkeelson.servers.AdminServer.tls.key=security/tls.key",
                    "-Dkeelson.servers.AdminServer.tls-listen-port=0");
            server.awaitRunning();
            server.deploy("hello", new WarFile().text("index.html", "<html><title>hello</title></html>\n"));
            assertThat(server.get("/hello/index.html").statusCode()).isEqualTo(200);
            Matcher secure = SECURE.matcher(server.output());
            assertThat(secure.find()).as(server.output()).isTrue();
            String clear = server.address().substring(server.address().lastIndexOf(':') + 1);

            assertThat(failed(List.of("-p", clear))).isEmpty();
            assertThat(failed(List.of("-t", "-k", "-p", secure.group(1)))).isEmpty();
            assertThat(server.output()).doesNotContain("\tat ", "ERROR");
        }
    }

    private List<String> failed(List<String> where) throws Exception {
        Path report = directory.resolve("report.xml");
        List<String> arguments = new java.util.ArrayList<>(
                List.of("-h", "127.0.0.1", "-P", "/hello/index.html", "-j", report.toString()));
        arguments.addAll(where);
        String said = SuiteProgram.run("h2spec", directory, 10, arguments);
        Matcher summary = SUMMARY.matcher(said);
        assertThat(summary.find()).as(said).isTrue();
        System.out.println("h2spec " + where + ": " + summary.group());
        List<MatchedCase> cases = CASE.matcher(Files.readString(report))
                .results()
                .map(m -> new MatchedCase(
                        m.group(1) + " " + m.group(2), !FAULT.matcher(m.group()).find()))
                .toList();
        assertThat(cases).hasSizeGreaterThanOrEqualTo(CASES).hasSize(Integer.parseInt(summary.group(1)));
        return cases.stream()
                .filter(each -> !each.passed())
                .map(MatchedCase::name)
                .toList();
    }

    private record MatchedCase(String name, boolean passed) {}
}
