package io.keelson.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.servlet.spi.SocketSettings.Compression;
import jakarta.websocket.Extension;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sec-WebSocket-Extensions and what is agreed on compression (RFC 7692, 7.1). */
class ExtensionsTest {
    private static List<String> read(String... values) {
        return OfferedExtension.read(List.of(values)).stream()
                .map(OfferedExtension::text)
                .toList();
    }

    private static String agree(String offer, Compression mode) {
        List<Extension> offers = OfferedExtension.read(List.of(offer));
        return DeflateOffer.accept(offers, mode)
                .map(agreed -> OfferedExtension.text(agreed.answer()) + " | "
                        + agreed.agreement().sendsWithContext() + " "
                        + agreed.agreement().receivesWithContext() + " "
                        + agreed.agreement().sentWindowBits())
                .orElse("none");
    }

    @Test
    void reads() {
        assertThat(read("a; b=1; c, d", "e;f=\"x y\"")).containsExactly("a; b=1; c", "d", "e; f=x y");
        assertThat(read("a; q=\"1,2;3\\\"4\", b")).containsExactly("a; q=1,2;3\"4", "b");
        assertThat(read("", ",;, ,", "bad name", "\"quoted\"")).isEmpty();
    }

    @Test
    void agreesOnWhatIsOfferedFirst() {
        assertThat(agree("permessage-deflate", Compression.DEDICATED)).isEqualTo("permessage-deflate | true true 15");
        assertThat(agree("permessage-deflate", Compression.SHARED))
                .isEqualTo(
                        "permessage-deflate; server_no_context_takeover; client_no_context_takeover | false false 15");
        assertThat(agree("permessage-deflate", Compression.OFF)).isEqualTo("none");
        assertThat(agree(
                        "permessage-deflate; server_max_window_bits=10; client_max_window_bits", Compression.DEDICATED))
                .isEqualTo("permessage-deflate; server_max_window_bits=10 | true true 10");
        assertThat(agree(
                        "permessage-deflate; client_no_context_takeover; client_max_window_bits=9",
                        Compression.DEDICATED))
                .isEqualTo("permessage-deflate; client_no_context_takeover | true false 15");
        assertThat(agree(
                        "x, permessage-deflate; server_max_window_bits=16, permessage-deflate; server_no_context_takeover",
                        Compression.DEDICATED))
                .isEqualTo("permessage-deflate; server_no_context_takeover | false true 15");
    }

    @Test
    void declinesWhatItDoesNotKnow() {
        for (String parameters : List.of(
                "server_max_window_bits",
                "server_max_window_bits=07",
                "server_max_window_bits=7",
                "server_max_window_bits=16",
                "server_max_window_bits=a",
                "client_max_window_bits=0",
                "server_no_context_takeover=1",
                "client_no_context_takeover; client_no_context_takeover",
                "something_else")) {
            assertThat(agree("permessage-deflate; " + parameters, Compression.DEDICATED))
                    .as(parameters)
                    .isEqualTo("none");
        }
    }

    private static String chosen(String answer, boolean keepsContext) {
        return DeflateOffer.chosen(OfferedExtension.read(List.of(answer)), keepsContext)
                .map(agreed ->
                        agreed.sendsWithContext() + " " + agreed.receivesWithContext() + " " + agreed.sentWindowBits())
                .orElse("none");
    }

    @Test
    void whatAServerHasChosen() {
        assertThat(chosen("permessage-deflate", true)).isEqualTo("true true 15");
        assertThat(chosen("permessage-deflate", false)).isEqualTo("false true 15");
        assertThat(chosen("permessage-deflate; server_no_context_takeover; client_no_context_takeover", true))
                .isEqualTo("false false 15");
        assertThat(chosen("permessage-deflate; client_max_window_bits=9; server_max_window_bits=10", true))
                .isEqualTo("true true 9");
        for (String wrong : List.of(
                "permessage-deflate, permessage-deflate",
                "other",
                "permessage-deflate; client_max_window_bits",
                "permessage-deflate; server_max_window_bits=7",
                "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
                "permessage-deflate; x=1")) {
            assertThat(chosen(wrong, true)).as(wrong).isEqualTo("none");
        }
    }
}
