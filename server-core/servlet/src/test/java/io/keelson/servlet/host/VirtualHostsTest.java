package io.keelson.servlet.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VirtualHostsTest {
    private static VirtualHostSettings named(String... names) {
        return new VirtualHostSettings(List.of(names), List.of(), null);
    }

    private static final VirtualHosts HOSTS = VirtualHosts.of(Map.of(
            "shop", named("Shop.Example.com", "xn--bcher-kva.example"),
            "all", named("*.example.com"),
            "deep", named("*.deep.example.com"),
            "address", named("192.0.2.1", "[2001:DB8::1]", "::1")));

    @ParameterizedTest
    @CsvSource({
        "shop.example.com, shop",
        "SHOP.example.COM, shop",
        "shop.example.com., shop",
        "shop.example.com:8080, shop",
        "shop.example.com.:8080, shop",
        "shop.example.com:, shop",
        "www.example.com, all",
        "a.b.example.com, all",
        "x.deep.example.com, deep",
        "deep.example.com, all",
        "example.com, ''",
        "notexample.com, ''",
        "example.com.evil.org, ''",
        "192.0.2.1:80, address",
        "[2001:db8::1], address",
        "[2001:db8:0:0:0:0:0:1]:8443, address",
        "[::1]:80, address",
        "[::2]:80, ''",
        "[::1, ''",
        "xn--bcher-kva.example, shop",
        "'', ''",
        ".example.com, ''",
        ":80, ''",
    })
    void findsTheHostOfAName(String authority, String host) {
        assertThat(HOSTS.find("Default", authority)).isEqualTo(host);
    }

    @Test
    void aRequestWithoutANameIsForTheDefaultHost() {
        assertThat(HOSTS.find("Default", null)).isEqualTo(VirtualHosts.DEFAULT);
        assertThat(VirtualHosts.NONE.find("Default", "shop.example.com")).isEqualTo(VirtualHosts.DEFAULT);
        assertThat(VirtualHosts.NONE.isEmpty()).isTrue();
    }

    @Test
    void namesOfOtherScriptsAreTheirAsciiForm() {
        VirtualHosts hosts = VirtualHosts.of(Map.of("books", named("bücher.example")));
        assertThat(hosts.find("Default", "xn--bcher-kva.example")).isEqualTo("books");
    }

    @Test
    void aChannelMayHaveHostsOfItsOwn() {
        Map<String, VirtualHostSettings> settings = new LinkedHashMap<>();
        settings.put("inside", new VirtualHostSettings(List.of("www.example.com"), List.of("intranet"), null));
        settings.put("outside", new VirtualHostSettings(List.of("www.example.com"), List.of("Default", "tls"), null));
        settings.put("rest", new VirtualHostSettings(List.of(), List.of("intranet"), null));
        settings.put("anywhere", named("any.example.com"));
        VirtualHosts hosts = VirtualHosts.of(settings);
        assertThat(hosts.find("intranet", "www.example.com")).isEqualTo("inside");
        assertThat(hosts.find("tls", "www.example.com")).isEqualTo("outside");
        assertThat(hosts.find("other", "www.example.com")).isEqualTo(VirtualHosts.DEFAULT);
        assertThat(hosts.find("intranet", "unknown.example.com")).isEqualTo("rest");
        assertThat(hosts.find("intranet", null)).isEqualTo("rest");
        assertThat(hosts.find("Default", "unknown.example.com")).isEqualTo(VirtualHosts.DEFAULT);
        assertThat(hosts.find("intranet", "any.example.com")).isEqualTo("anywhere");
        assertThat(hosts.find("other", "any.example.com")).isEqualTo("anywhere");
    }

    @Test
    void twoHostsMayNotClaimTheSame() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VirtualHosts.of(Map.of("a", named("x.example"), "b", named("X.example."))))
                .withMessageContaining("the name x.example");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VirtualHosts.of(Map.of("a", named("*.example"), "b", named("*.example"))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VirtualHosts.of(Map.of(
                        "a", new VirtualHostSettings(List.of(), List.of("c"), null),
                        "b", new VirtualHostSettings(List.of(), List.of("c", "d"), null))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "*.",
                "a b",
                "a/b",
                "shop.example.com:80",
                "a..b",
                "-a.example",
                "http://a",
                "*.*.a",
                "a.*",
                "[::1]:80",
                "[::x]",
                "*.::1",
                "1:2",
                "a_\n"
            })
    void refusesNamesThatAreNone(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> named(name)).withMessageContaining("no name of a host");
    }

    @Test
    void aHostNeedsANameOrAChannel() {
        assertThatIllegalArgumentException().isThrownBy(VirtualHostsTest::named);
    }
}
