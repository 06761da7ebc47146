package io.keelson.jms.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The form of the protocol: what is written is read, and what is damaged is refused. */
final class LinkCodecTest {
    private static MessageData message(byte[] body) {
        return new MessageData(
                "ID:1",
                DestinationName.queue("orders"),
                5,
                4,
                true,
                0,
                0,
                null,
                DestinationName.topic("prices"),
                "kind",
                Map.of("answer", 42),
                BodyKind.TEXT,
                body,
                "origin");
    }

    private static final BranchId BRANCH = new BranchId(7, new byte[] {1, 2}, new byte[] {3});

    private static final List<Request> REQUESTS = List.of(
            new Request.Send(List.of(message(null)), 5),
            new Request.Send(List.of(message(new byte[] {1})), 5, new Request.RequestId("o", 9, 7), 3),
            new Request.Acknowledge(new long[] {1, 2}),
            new Request.Credit(3, 4),
            new Request.Revoke(3),
            new Request.Commit(List.of(message(null)), new long[] {8}, 6, new Request.RequestId("o", 1, 1), 4),
            new Request.Return(new long[0], true),
            new Request.Prepare(BRANCH, List.of(), new long[] {1}, 9, 2),
            new Request.Decide(BRANCH, false),
            new Request.InDoubt(),
            new Request.Consume(
                    1,
                    DestinationName.topic("prices"),
                    "a = 1",
                    true,
                    "o",
                    new Request.Subscription("all", true, false),
                    6),
            new Request.EndSession(6),
            new Request.EndConsumer(1, new long[] {5}),
            new Request.Check(DestinationName.queue("orders")),
            new Request.Identify("me"),
            new Request.Browse(DestinationName.queue("orders"), null, 77),
            new Request.MakeTemporary(true, "$tmp.x"),
            new Request.DropTemporary(DestinationName.queue("$tmp.x")),
            new Request.Unsubscribe("all"),
            new Request.Forget("o"),
            new Request.Forward(new Delivery(1, message(null), 2, true), new Request.RequestId("o", 1, 1)),
            new Request.Demand(DestinationName.queue("orders")));

    private static byte[] bytes(Request request) {
        ByteWriter out = new ByteWriter(64);
        LinkCodec.write(request, out);
        return out.toBytes();
    }

    @Test
    void whatIsWrittenIsRead() {
        for (Request each : REQUESTS) {
            byte[] written = bytes(each);
            ByteReader in = new ByteReader(written);
            Request read = LinkCodec.readRequest(in);
            assertThat(read).hasSameClassAs(each);
            assertThat(in.left()).isZero();
            assertThat(bytes(read)).isEqualTo(written);
        }
    }

    @Test
    void whatIsCutOffIsRefused() {
        for (Request each : REQUESTS) {
            byte[] written = bytes(each);
            for (int length = 0; length < written.length; length++) {
                byte[] cut = Arrays.copyOf(written, length);
                assertThatThrownBy(() -> LinkCodec.readRequest(new ByteReader(cut)))
                        .as(each + " after " + length)
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void whatIsDamagedIsReadOrRefusedButNothingElse() {
        Random random = new Random(11);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = bytes(REQUESTS.get(random.nextInt(REQUESTS.size())));
            for (int i = 0; i < 3; i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(LinkCodec.readRequest(new ByteReader(bytes))).isNotNull();
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }

    @Test
    void repliesAndFailuresToo() {
        for (Reply each : List.of(
                Reply.Done.DONE,
                new Reply.Messages(List.of(new Delivery(1, message(null), 2, true))),
                new Reply.Named("x"),
                new Reply.Number(7),
                new Reply.Branches(List.of(BRANCH)))) {
            ByteWriter out = new ByteWriter(64);
            LinkCodec.write(each, out);
            assertThat(LinkCodec.readReply(new ByteReader(out.toBytes())).toString())
                    .isEqualTo(each.toString());
        }
        ByteWriter out = new ByteWriter(64);
        LinkCodec.write(new JmsFailure(JmsFailure.Code.STORE, "full"), out);
        JmsFailure read = LinkCodec.readFailure(new ByteReader(out.toBytes()));
        assertThat(read.code()).isEqualTo(JmsFailure.Code.STORE);
        assertThat(read).hasMessage("full");
    }
}
