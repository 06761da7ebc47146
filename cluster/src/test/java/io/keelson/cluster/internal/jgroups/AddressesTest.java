package io.keelson.cluster.internal.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cluster.io.ProcessMark;
import java.nio.charset.StandardCharsets;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

class AddressesTest {
    private static final String HERE = "boot-1 pid:[4026531836] keelson";

    @Test
    void aMemberAndItsProcessTravelInItsAddress() throws Exception {
        ProcessMark process = new ProcessMark(HERE, 4_194_303, 123_456_789_012L);
        ExtendedUUID address = Addresses.next("server-1", process);
        Address read = Util.objectFromByteBuffer(Util.objectToByteBuffer(address));

        assertThat(Addresses.member(read)).isEqualTo(Addresses.member(address)).isPresent();
        assertThat(Addresses.member(read).orElseThrow().server()).isEqualTo("server-1");
        assertThat(Addresses.process(read, HERE)).contains(process);
    }

    @Test
    void ofAnotherMachineNothingIsKnown() {
        ExtendedUUID address = Addresses.next("server-1", new ProcessMark(HERE, 42, 1_000));

        assertThat(Addresses.process(address, "boot-2 pid:[4026531836] keelson"))
                .isEmpty();
        assertThat(Addresses.process(address, "")).isEmpty();
    }

    @Test
    void whoDoesNotSayWhichProcessItIsIsAMemberAllTheSame() {
        ExtendedUUID silent = Addresses.next("server-1", new ProcessMark("", 42, 0));
        ExtendedUUID cut = ExtendedUUID.randomUUID()
                .put("s".getBytes(StandardCharsets.US_ASCII), "server-2".getBytes(StandardCharsets.US_ASCII))
                .put("p".getBytes(StandardCharsets.US_ASCII), new byte[3]);

        assertThat(Addresses.member(silent).orElseThrow().server()).isEqualTo("server-1");
        assertThat(Addresses.process(silent, HERE)).isEmpty();
        assertThat(Addresses.process(cut, HERE)).isEmpty();
        assertThat(Addresses.process(UUID.randomUUID(), HERE)).isEmpty();
    }
}
