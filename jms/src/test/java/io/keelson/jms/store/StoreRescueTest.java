package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.store.MessageStore.Put;
import io.keelson.jms.store.MessageStore.Remove;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copying of the readable part of a damaged store into a new one. */
final class StoreRescueTest {
    private static final long CLEAN = 5_000;

    private static final long NUMBERS = -1;
    private static final StoreRescue.Rules RULES = new StoreRescue.Rules() {
        @Override
        public long leftOut() {
            return CLEAN;
        }

        @Override
        public long numbers() {
            return NUMBERS;
        }

        @Override
        public byte[] numbers(byte @Nullable [] known, long greatest, long lost) {
            return (greatest + " " + (lost > 0)).getBytes(StandardCharsets.UTF_8);
        }
    };

    private final Path damaged;
    private final Path rescued;

    StoreRescueTest(@TempDir Path directory) {
        damaged = directory.resolve("damaged");
        rescued = directory.resolve("rescued");
    }

    private static FileMessageStore store(Path of) {
        return new FileMessageStore("test", of, WritePolicy.CACHE_FLUSH, 8192);
    }

    /** Keeps messages 1 to 100 over several segments, each in a write of its own, and removes 50. */
    private void fill() throws Exception {
        try (FileMessageStore store = store(damaged)) {
            MessageStore.Recovered unused = store.open(0);
            for (long record = 1; record <= 100; record++) {
                MessageStoreContractTest.append(store, new Put(record, new byte[300]))
                        .join();
            }
            MessageStoreContractTest.append(store, new Remove(50)).join();
            MessageStoreContractTest.append(store, new Put(CLEAN, new byte[1])).join();
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(damaged)) {
            return files.filter(each -> each.toString().endsWith(".log"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void whatIsBehindADamageIsThere() throws Exception {
        fill();
        Path second = segments().get(1);
        byte[] bytes = Files.readAllBytes(second);
        bytes[bytes.length / 2] ^= 0x10;
        Files.write(second, bytes);
        assertThatThrownBy(() -> store(damaged).open(0)).hasMessageContaining("damaged");

        StoreRescue.Rescued result = StoreRescue.rescue(damaged, rescued, RULES);
        assertThat(result.damages())
                .singleElement()
                .asString()
                .contains(second.getFileName().toString());
        assertThat(result.records()).isEqualTo(98);
        try (FileMessageStore store = store(rescued)) {
            assertThat(store.open(0).records())
                    .hasSize(99)
                    .contains(NUMBERS, 1L, 49L, 51L, 100L)
                    .doesNotContain(50L, CLEAN);
            assertThat(store.read(100)).hasSize(300);
            assertThat(store.read(NUMBERS)).asString().isEqualTo("5000 true");
        }
        assertThat(Files.readAllBytes(second)).isEqualTo(bytes);
    }

    @Test
    void aStoreThatIsWholeIsCopied() throws Exception {
        fill();
        StoreRescue.Rescued result = StoreRescue.rescue(damaged, rescued, RULES);
        assertThat(result.damages()).isEmpty();
        assertThat(result.records()).isEqualTo(99);
    }

    @Test
    void aStoreInUseOrInTheWayIsLeftAlone() throws Exception {
        fill();
        try (FileMessageStore store = store(damaged)) {
            MessageStore.Recovered unused = store.open(0);
            assertThatThrownBy(() -> StoreRescue.rescue(damaged, rescued, RULES))
                    .hasMessageContaining("in use");
        }
        assertThatThrownBy(() -> StoreRescue.rescue(rescued, damaged, RULES)).hasMessageContaining("no segments");
        StoreRescue.Rescued unused = StoreRescue.rescue(damaged, rescued, RULES);
        assertThatThrownBy(() -> StoreRescue.rescue(damaged, rescued, RULES)).hasMessageContaining("already");
    }
}
