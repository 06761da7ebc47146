package io.keelson.ee.iiop.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Messages of the security attribute service. */
class SasMessageTest {
    private static final byte[] NAME = Gssup.exportedUser("ann");
    private static final byte[] TOKEN = {1, 2, 3};

    @Test
    void messagesAreReadAsTheyWereWritten() throws Exception {
        SasMessage.Establish read = (SasMessage.Establish)
                SasMessage.decode(new SasMessage.Establish(7, SasMessage.PRINCIPAL_NAME, NAME, TOKEN).encoded());
        assertThat(read.context()).isEqualTo(7);
        assertThat(read.identityType()).isEqualTo(SasMessage.PRINCIPAL_NAME);
        assertThat(read.identity()).isEqualTo(NAME);
        assertThat(read.token()).isEqualTo(TOKEN);
        assertThat(((SasMessage.Establish) SasMessage.decode(
                                new SasMessage.Establish(1, SasMessage.ANONYMOUS, new byte[0], TOKEN).encoded()))
                        .token())
                .isEqualTo(TOKEN);
        assertThat(SasMessage.decode(new SasMessage.Complete(9, true).encoded()))
                .isEqualTo(new SasMessage.Complete(9, true));
        assertThat(SasMessage.decode(new SasMessage.InContext(-1, false).encoded()))
                .isEqualTo(new SasMessage.InContext(-1, false));
        assertThat(SasMessage.decode(new SasMessage.InContext(2, true).encoded()))
                .isEqualTo(new SasMessage.InContext(2, true));
        SasMessage.Failed failed =
                (SasMessage.Failed) SasMessage.decode(new SasMessage.Failed(3, 1, 1, Gssup.error(4)).encoded());
        assertThat(failed.major()).isEqualTo(1);
        assertThat(failed.token()).isEqualTo(Gssup.error(4));
    }

    @Test
    void bothOrdersOfBytesAreRead() throws Exception {
        byte[] little = HexFormat.of()
                .parseHex("01" + "00" + "0100" + "00000000" + "0900000000000000" + "00" + "000000" + "00000000");
        assertThat(SasMessage.decode(little)).isEqualTo(new SasMessage.Complete(9, false));
    }

    @Test
    void everyCutIsRefusedAndGarbageTakesNoMemory() {
        byte[] whole = new SasMessage.Establish(7, SasMessage.PRINCIPAL_NAME, NAME, TOKEN).encoded();
        for (int length = 1; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> SasMessage.decode(cut)).isInstanceOf(CsiException.class);
        }
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            byte[] changed = whole.clone();
            changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            try {
                assertThat(SasMessage.decode(changed)).isNotNull();
            } catch (CsiException refused) {
                assertThat(refused).hasMessageMatching(".+");
            }
        }
    }
}
