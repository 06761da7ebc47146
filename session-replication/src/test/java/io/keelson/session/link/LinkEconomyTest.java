package io.keelson.session.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LinkEconomyTest {
    private static final int SIZE = 50_000;
    private static final double LOOPBACK = 0.5;
    /** 100 Mbit a second, in nanoseconds a byte. */
    private static final double SLOW = 80;

    private final LinkEconomy economy = new LinkEconomy(new CompressionRules(CompressionRules.When.AUTO, 8_192));

    /** Updates of both kinds, some with others under way. */
    private void carry(double nanosPerByte) {
        for (int i = 0; i < 200; i++) {
            economy.acknowledged(300, 200_000);
            long under = (long) SIZE * (1 + i % 4);
            economy.acknowledged(under, 200_000 + (long) (under * nanosPerByte));
        }
    }

    private void compress(double nanosPerByte, double left) {
        for (int i = 0; i < 50; i++) {
            economy.compressed(SIZE, (int) Math.round(SIZE * left), (long) (SIZE * nanosPerByte));
        }
    }

    private long paying(int of) {
        return IntStream.range(0, of).filter(i -> economy.pays(SIZE)).count();
    }

    @Test
    void nothingIsTriedBeforeTheConnectionIsKnownNorWhereItIsFast() {
        assertThat(paying(2_000)).isZero();
        carry(LOOPBACK);
        assertThat(paying(2_000)).isZero();
        assertThat(economy.state("b", 0).bytesPerSecond()).isBetween(1_500_000_000L, 2_500_000_000L);
    }

    @Test
    void onASlowConnectionAllIsCompressedThatIsLarge() {
        carry(SLOW);
        assertThat(paying(100)).isEqualTo(100);
        compress(12, 0.3);
        assertThat(paying(100)).isEqualTo(100);
        assertThat(economy.pays(8_191)).isFalse();
        assertThat(economy.state("b", 3))
                .isEqualTo(new LinkRuntime("b", economy.state("b", 0).bytesPerSecond(), 50, 50L * SIZE, 15L * SIZE, 3));
        assertThat(economy.state("b", 0).bytesPerSecond()).isBetween(12_000_000L, 13_000_000L);
    }

    @Test
    void whatDoesNotGetShorterIsTriedSeldomAndAgainWhenItDoes() {
        carry(SLOW);
        compress(30, 1);
        assertThat(paying(40_960)).isEqualTo(10);
        compress(12, 0.2);
        assertThat(paying(100)).isEqualTo(100);
    }

    /** A trial of 50 KB takes as long as ten updates: at 20,000 of them a second one of 256 was a tenth of a processor. */
    @Test
    void trialsThatDoNotPayBecomeSeldomAndOneThatWouldBringsThemBack() {
        carry(20);
        compress(30, 1);
        assertThat(paying(40_960)).isEqualTo(10);
        economy.compressed(SIZE, SIZE / 10, 5L * SIZE);
        assertThat(paying(2_560)).isEqualTo(10);
        economy.compressed(SIZE, SIZE, 30L * SIZE);
        assertThat(paying(5_120)).isEqualTo(10);
    }

    @Test
    void aProcessorThatIsBusierThanTheConnectionDoesNotCompress() {
        carry(20);
        compress(60, 0.3);
        assertThat(paying(40_960)).isEqualTo(10);
    }

    @Test
    void aConnectionThatBecomesFastIsNoticed() {
        carry(SLOW);
        carry(LOOPBACK);
        assertThat(paying(2_000)).isZero();
    }

    @Test
    void theDomainMayDecide() {
        LinkEconomy always = new LinkEconomy(new CompressionRules(CompressionRules.When.ALWAYS, 100));
        assertThat(always.pays(100)).isTrue();
        assertThat(always.pays(99)).isFalse();
        LinkEconomy never = new LinkEconomy(new CompressionRules(CompressionRules.When.NEVER, 100));
        never.acknowledged(SIZE, 1_000_000_000);
        assertThat(never.pays(SIZE)).isFalse();
    }
}
