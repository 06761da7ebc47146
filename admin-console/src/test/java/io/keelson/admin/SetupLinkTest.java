package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.domain.Endpoint;
import java.util.List;
import org.junit.jupiter.api.Test;

class SetupLinkTest {
    @Test
    void theLinkLeadsToTheConsoleAndKeepsTheSecretFromRequestLines() {
        assertThat(SetupLink.text(Endpoint.inTheClear("127.0.0.1:7001"), "abc", false)
                        .lines())
                .contains("  http://127.0.0.1:7001/console/#/setup?token=abc");
        assertThat(SetupLink.text(Endpoint.inTheClear("127.0.0.1:7001"), "abc", true)
                        .lines())
                .contains("  http://127.0.0.1:7001/console/#/setup?token=abc")
                .anyMatch(line -> line.contains("https://") && line.contains("keelson tls show"));
        assertThat(SetupLink.text(new Endpoint("[::1]:7002", List.of("aa")), "abc", false))
                .contains("https://[::1]:7002/console/#/setup?token=abc");
    }

    @Test
    void aServerOnAllAddressesIsFoundOnThisMachine() {
        for (String all : List.of("0.0.0.0:7001", "[0:0:0:0:0:0:0:0]:7001")) {
            assertThat(SetupLink.text(Endpoint.inTheClear(all), "abc", false))
                    .contains("http://localhost:7001/console/#/setup?token=abc");
        }
    }
}
