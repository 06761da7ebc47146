package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RemoteReportTest {
    private static RemoteSample sample(long calls) {
        return new RemoteSample(calls, 1, 10, 20, 0, 0.5);
    }

    private static String report(String... servers) {
        Map<String, List<RemoteSample>> samples = new LinkedHashMap<>();
        for (String server : servers) {
            samples.put(server, List.of(sample(server.equals("keelson") ? 2_000 : 1_000)));
        }
        RemoteReport report = new RemoteReport("A study.", 1);
        report.add("rest", samples);
        return report.markdown();
    }

    @Test
    void theOtherServerIsComparedWhoeverItIs() {
        assertThat(report("keelson", "infinispan")).contains("| rest | keelson / infinispan | 2.00");
        assertThat(report("keelson", "wildfly")).contains("| rest | keelson / wildfly | 2.00");
    }

    @Test
    void amongSeveralItIsWildFly() {
        assertThat(report("keelson", "wildfly", "other"))
                .contains("keelson / wildfly")
                .doesNotContain("keelson / other");
        assertThat(report("keelson")).doesNotContain("keelson /");
    }
}
