package io.keelson.cluster.singleton;

import static io.keelson.cluster.singleton.Fixtures.member;
import static io.keelson.cluster.singleton.Fixtures.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NoticeCodecTest {
    private static final Notice.Page PAGE = new Notice.Page(
            List.of(new Turn(3, member("a"), Turn.Stage.ACTIVE, "first start", 42)),
            new Ledger.Wish(member("b"), 3, "somebody"));

    private static Notice brought(SingletonSettings settings) {
        return new Notice(Set.of("s"), Map.of("s", new Description("shop", settings)), Map.of("s", PAGE));
    }

    @Test
    void readsWhatItWrote() throws Exception {
        for (Notice notice : List.of(
                new Notice(Set.of(), null, Map.of()),
                new Notice(Set.of("x"), Map.of(), Map.of("s", PAGE)),
                brought(settings(null, false)),
                brought(settings("b", true, "b", "c")))) {
            assertThat(NoticeCodec.read(NoticeCodec.write(notice))).isEqualTo(notice);
        }
    }

    /** As servers wrote it before applications could bring services: version, ready, ledgers. */
    @Test
    void readsTheFirstVersion() throws Exception {
        byte[] bytes = new Encoder()
                .tag(1)
                .list(List.of("s"), Encoder::text)
                .list(List.of(), Encoder::text)
                .toBytes();
        assertThat(bytes).containsExactly(1, 1, 1, 's', 0);
        assertThat(NoticeCodec.read(bytes)).isEqualTo(new Notice(Set.of("s"), null, Map.of()));
    }

    @Test
    void refusesWhatIsNoNotice() {
        byte[] whole = NoticeCodec.write(brought(settings("b", true, "b")));
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> NoticeCodec.read(cut)).isInstanceOf(MalformedMessageException.class);
        }
        byte[] newer = whole.clone();
        newer[0] = 3;
        assertThatThrownBy(() -> NoticeCodec.read(newer)).hasMessageContaining("version 3");
        byte[] wrong = new Encoder()
                .tag(2)
                .list(List.of(), Encoder::text)
                .flag(true)
                .number(1)
                .text("s")
                .text("shop")
                .text("x.Y")
                .flag(true)
                .text("a")
                .list(List.of("b"), Encoder::text)
                .number(0)
                .number(0)
                .flag(false)
                .number(1)
                .number(1)
                .list(List.of(), Encoder::text)
                .toBytes();
        assertThatThrownBy(() -> NoticeCodec.read(wrong)).hasMessageContaining("describes no service");
    }
}
