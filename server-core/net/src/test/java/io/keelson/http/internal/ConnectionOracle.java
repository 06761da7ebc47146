package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.config.DataSize;
import io.keelson.http.internal.OtherParser.Message;
import io.keelson.http.internal.OtherParser.Reading;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * What holds of any bytes that a client sends: they are read the same however they arrive, refused with one of the documented
 * statuses, read as the next hop reads them, and every buffer is given back.
 */
final class ConnectionOracle {
    /** 200 is the handler's; the others are those that docs/design/http.md names. */
    private static final Set<Integer> DOCUMENTED = Set.of(200, 400, 413, 414, 417, 431, 501, 505);

    private static final Map<String, Object> LIMITS = Map.of(
            "maxRequestLine", new DataSize(256),
            "maxHeaderSize", new DataSize(512),
            "maxHeaderCount", 10,
            "maxBodySize", new DataSize(512),
            "http2Enabled", false);
    private static final int LONGEST_BYTE_BY_BYTE = 200;

    private ConnectionOracle() {}

    static void check(byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        Conversation whole = Conversation.of(bytes, LIMITS, bytes.length);
        assertThat(whole.leaked()).as("bytes of leaked buffers").isZero();
        assertThat(DOCUMENTED).as("statuses").containsAll(whole.statuses());
        // Nothing but an answer that says so, or one to a client of HTTP/1.0, ends a connection.
        if (!whole.open()) {
            assertThat(whole.closeSaid()).as("closed without a word").isTrue();
        }
        int[] pieces = pieces(bytes.length, new Random(seed(bytes)));
        assertThat(Conversation.of(bytes, LIMITS, pieces))
                .as("in pieces of " + Arrays.toString(pieces))
                .isEqualTo(whole);
        if (bytes.length <= LONGEST_BYTE_BY_BYTE) {
            int[] single = new int[bytes.length];
            Arrays.fill(single, 1);
            assertThat(Conversation.of(bytes, LIMITS, single))
                    .as("byte by byte")
                    .isEqualTo(whole);
        }
        nextHopAgrees(bytes, whole);
    }

    private static void nextHopAgrees(byte[] bytes, Conversation whole) {
        List<Message> ours = whole.requests().stream().map(Message::of).toList();
        ByteArrayOutputStream passedOn = new ByteArrayOutputStream();
        whole.requests().forEach(r -> passedOn.writeBytes(OtherParser.write(r)));
        Reading rewritten = OtherParser.read(passedOn.toByteArray());
        int common = rewritten.refused() ? Math.min(rewritten.requests().size(), ours.size()) : ours.size();
        assertThat(rewritten.requests()).as("passed on").isEqualTo(ours.subList(0, common));
        Reading raw = OtherParser.read(bytes).ofHandlers();
        assertThat(raw.refused() || raw.requests().size() >= ours.size())
                .as("another hop waits where ours has " + ours + " and it has " + raw.requests())
                .isTrue();
        for (int i = 0; i < Math.min(ours.size(), raw.requests().size()); i++) {
            assertThat(raw.requests().get(i).inOriginForm(ours.get(i)))
                    .as("read from the same bytes by another hop")
                    .isEqualTo(ours.get(i));
        }
    }

    private static long seed(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }

    private static int[] pieces(int length, Random random) {
        int[] pieces = new int[length];
        int count = 0;
        int most = 1 + random.nextInt(100);
        for (int left = length; left > 0; left -= pieces[count++]) {
            pieces[count] = Math.min(left, 1 + random.nextInt(most));
        }
        return Arrays.copyOf(pieces, count);
    }
}
