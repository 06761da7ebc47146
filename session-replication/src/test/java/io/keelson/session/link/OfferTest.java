package io.keelson.session.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OfferTest {
    private static final byte[] TICKET = new byte[Offer.TICKET];
    private static final List<String> ADDRESSES = List.of("keelson://127.0.0.1:7001");

    static {
        Arrays.fill(TICKET, (byte) 5);
    }

    /** The offer of a build that knows no features. */
    private static byte[] before() {
        return new Encoder()
                .number(Offer.VERSION)
                .bytes(TICKET)
                .list(ADDRESSES, Encoder::text)
                .toBytes();
    }

    @Test
    void anOfferOfABuildWithoutFeaturesIsAnsweredWithItsTicketAlone() throws Exception {
        Offer offer = Offer.of(before());
        assertThat(offer.features()).isZero();
        assertThat(offer.addresses()).isEqualTo(ADDRESSES);
        assertThat(offer.greeting()).isEqualTo(TICKET);
        assertThat(Offer.expands(offer.greeting())).isFalse();
    }

    @Test
    void thisBuildsOfferBeginsAsThatOfABuildWithoutFeatures() throws Exception {
        byte[] bytes = new Offer(Offer.VERSION, TICKET, ADDRESSES, Offer.GREETED).toBytes();
        assertThat(bytes).startsWith(before());
        Decoder in = new Decoder(bytes); // as that build reads: it does not look for the end
        assertThat(in.integer()).isEqualTo(Offer.VERSION);
        assertThat(in.bytes(Offer.TICKET)).isEqualTo(TICKET);
        assertThat(in.list(64, from -> from.text(512))).isEqualTo(ADDRESSES);
    }

    @Test
    void whoIsAskedSaysThatItExpands() throws Exception {
        byte[] greeting = Offer.of(new Offer(Offer.VERSION, TICKET, ADDRESSES, Offer.GREETED).toBytes())
                .greeting();
        assertThat(Offer.ticket(greeting)).isEqualTo(TICKET);
        assertThat(Offer.expands(greeting)).isTrue();
    }
}
