package io.keelson.net.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {
    private static InetAddress address(String text) {
        return Objects.requireNonNull(AddressRange.address(text));
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.1.2, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "10.1.2.3, 10.1.2.3, true",
        "10.1.2.3, 10.1.2.4, false",
        "192.168.4.0/23, 192.168.5.255, true",
        "192.168.4.0/23, 192.168.6.0, false",
        "0.0.0.0/0, 1.2.3.4, true",
        "0.0.0.0/0, ::1, false",
        "::1, ::1, true",
        "fd00::/8, fd12::1, true",
        "fd00::/8, fe80::1, false",
        "2001:db8::/33, 2001:db8:7fff::, true",
        "2001:db8::/33, 2001:db8:8000::, false",
        "127.0.0.0/8, ::ffff:127.0.0.1, true",
    })
    void knowsItsAddresses(String range, String address, boolean contained) {
        assertThat(AddressRange.parse(range).contains(address(address))).isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/8",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "::/129",
                "10.0.0.1/8",
                "10.0.0",
                "10.0.0.256",
                "010.0.0.1",
                "localhost",
                "example.com/8",
                "10.0.0.0/8/8",
                "[::1]",
                "1:2",
                "::1%lo",
                "10.0.0.0/1e1"
            })
    void refusesWhatIsNoRange(String text) {
        assertThatThrownBy(() -> AddressRange.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' is no range of addresses");
    }

    @Test
    void readsAddressesWithoutAskingAnybody() {
        assertThat(AddressRange.address("1.2.3.4")).hasToString("/1.2.3.4");
        assertThat(AddressRange.address("2130706433")).isNull();
        assertThat(AddressRange.address("127.1")).isNull();
        assertThat(AddressRange.address("a.example")).isNull();
        assertThat(AddressRange.address("beef:")).isNull();
        assertThat(AddressRange.address("")).isNull();
    }
}
