package io.keelson.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.engine.QueueRules;
import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.store.FileMessageStore;
import io.keelson.jms.store.WritePolicy;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Request;
import io.keelson.kernel.management.FeatureOperation.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages that are saved in a file and sent again. */
@Timeout(60)
final class MessageTransferTest {
    private static final DestinationName FROM = DestinationName.queue("from");
    private static final DestinationName TO = DestinationName.queue("to");

    private final Path directory;
    private final MessageTransfer files;
    private JmsServer server;

    MessageTransferTest(@TempDir Path directory) {
        this.directory = directory.resolve("files");
        this.files = new MessageTransfer(this.directory);
        this.server = new JmsServer(
                "test",
                new FileMessageStore("test", directory.resolve("store"), WritePolicy.DISABLED, 1 << 20),
                Ticker.system(),
                millis -> {});
    }

    @BeforeEach
    void open() throws Exception {
        server.open(0, Map.of(FROM, DestinationRules.STANDARD, TO, DestinationRules.STANDARD));
        try (Link link = server.connect(null, null, new Nothing())) {
            for (int i = 0; i < 2500; i++) {
                link.request(new Request.Send(List.of(message(i)), 1000)).get(60, TimeUnit.SECONDS);
            }
        }
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static MessageData message(int number) {
        byte[] body = new byte[number % 3000];
        Arrays.fill(body, (byte) number);
        return new MessageData(
                "ID:" + number,
                FROM,
                1_000 + number,
                4,
                number % 2 == 0,
                0,
                0,
                "c" + number,
                TO,
                "type",
                Map.of("n", number, "text", "t" + number),
                BodyKind.BYTES,
                number % 100 == 0 ? null : body,
                "origin");
    }

    private static final class Nothing implements Link.Handler {
        @Override
        public void delivered(long consumer, List<Delivery> batch) {}

        @Override
        public void ended(JmsFailure why) {}
    }

    private void check(int from, int until) throws Exception {
        List<MessageData> there = server.messages().browse(TO, null, 10_000, 100 << 20);
        assertThat(there).hasSize(until - from);
        for (int i = from; i < until; i++) {
            MessageData expected = message(i).sentTo(TO);
            MessageData found = there.get(i - from);
            assertThat(found.withBody(null)).isEqualTo(expected.withBody(null));
            assertThat(found.body()).isEqualTo(expected.body());
        }
    }

    @Test
    void whatIsSavedIsSentAgainAsItWas() throws Exception {
        assertThat(files.save(server, FROM, null, "all")).isEqualTo(2500);
        assertThat(files.load(server, TO, "all", 0)).isEqualTo(2500);
        check(0, 2500);
        assertThat(server.messages().count(FROM, null))
                .as("saving takes nothing away")
                .isEqualTo(2500);
        assertThatThrownBy(() -> files.save(server, FROM, null, "all"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("already");
    }

    @Test
    void aSelectorSaysWhatIsSaved() throws Exception {
        assertThat(files.save(server, FROM, "n BETWEEN 100 AND 199", "some")).isEqualTo(100);
        assertThat(files.load(server, TO, "some", 0)).isEqualTo(100);
        check(100, 200);
        assertThatThrownBy(() -> files.save(server, FROM, "n =", "wrong")).isInstanceOf(JmsFailure.class);
        try (var left = Files.list(directory)) {
            assertThat(left).hasSize(1);
        }
    }

    @Test
    void aLoadThatIsHaltedGoesOnWhereItWas() throws Exception {
        assertThat(files.save(server, FROM, null, "all")).isEqualTo(2500);
        server.configure(
                TO,
                new DestinationRules(QueueRules.STANDARD, -1, -1, false, 2000, DestinationRules.Expired.DISCARD, null));
        RefusedException[] why = new RefusedException[1];
        assertThatThrownBy(() -> files.load(server, TO, "all", 0))
                .isInstanceOfSatisfying(RefusedException.class, e -> why[0] = e)
                .hasMessageContaining("max-message-size");
        int done = server.messages().count(TO, null);
        assertThat(done).isBetween(1, 2000);
        assertThat(why[0]).hasMessageContaining("After " + done + " of 2500").hasMessageContaining("--skip " + done);
        server.configure(TO, DestinationRules.STANDARD);
        assertThat(files.load(server, TO, "all", done)).isEqualTo(2500 - done);
        check(0, 2500);
    }

    @Test
    void aDamagedFileSendsNothing() throws Exception {
        assertThat(files.save(server, FROM, null, "all")).isEqualTo(2500);
        Path file = directory.resolve("all");
        byte[] bytes = Files.readAllBytes(file);
        for (int length : new int[] {bytes.length - 1, bytes.length - 12, bytes.length / 2, 8, 3}) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> files.load(server, TO, "all", 0)).isInstanceOf(RefusedException.class);
        }
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> files.load(server, TO, "all", 0))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("damaged at offset");
        assertThat(server.messages().count(TO, null)).isZero();
    }

    @Test
    void namesStayInTheDirectory() throws IOException {
        for (String each : new String[] {"../all", "/tmp/all", "", ".hidden", "a/b", "all.part", "a\\b"}) {
            assertThatThrownBy(() -> files.save(server, FROM, null, each))
                    .as(each)
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("'file' is a name");
        }
        assertThatThrownBy(() -> files.load(server, TO, "missing", 0))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("There is no file");
        assertThatThrownBy(() -> files.load(server, TO, "missing", 5)).isInstanceOf(RefusedException.class);
        assertThat(Files.exists(directory)).isFalse();
    }
}
