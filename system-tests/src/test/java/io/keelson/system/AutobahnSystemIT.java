package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The suite Autobahn as a client, against an endpoint that sends back what comes. Not in the normal build: {@code -Pconformance} with
 * {@code -Dwstest=FILE}, and {@code -Dwstest.cases=1.*,2.*} for some of its cases; docs/conformance.md.
 */
@Tag("conformance")
class AutobahnSystemIT {
    private static final Pattern RESULT =
            Pattern.compile("\"([0-9.]+)\": \\{\\s*\"behavior\": \"([A-Z -]+)\",\\s*\"behaviorClose\": \"([A-Z -]+)\"");

    @TempDir
    Path directory;

    @Test
    void findsNothing() throws Exception {
        String[] cases = System.getProperty("wstest.cases", "*").split(",");
        Map<String, String> bad = new TreeMap<>();
        Map<String, Integer> counts = new TreeMap<>();
        try (LiveServer server = LiveServer.start(directory, "-Xmx700m")) {
            server.deploy("echoes", WarFile.ofSources("echoes", directory.resolve("classes")));
            Path reports = directory.resolve("reports");
            Path plan = Files.writeString(
                    directory.resolve("plan.json"),
                    "{\"outdir\": \"" + reports + "\", \"servers\": [{\"agent\": \"Keelson\", \"url\": \"ws://"
                            + server.address() + "/echoes/echo\"}], \"cases\": [\"" + String.join("\", \"", cases)
                            + "\"], \"exclude-cases\": [], \"exclude-agent-cases\": {}}");
            SuiteProgram.run("wstest", directory, 60, List.of("-m", "fuzzingclient", "-s", plan.toString()));
            Matcher result = RESULT.matcher(Files.readString(reports.resolve("index.json")));
            while (result.find()) {
                counts.merge(result.group(2), 1, Integer::sum);
                if (!good(result.group(2)) || !good(result.group(3))) {
                    bad.put(result.group(1), result.group(2) + ", close " + result.group(3));
                }
            }
            assertThat(server.output()).doesNotContain("\tat ", "ERROR");
        }
        System.out.println("Autobahn: " + counts);
        assertThat(counts).containsKey("OK");
        assertThat(bad).isEmpty();
    }

    private static boolean good(String behaviour) {
        return behaviour.equals("OK") || behaviour.equals("INFORMATIONAL");
    }
}
