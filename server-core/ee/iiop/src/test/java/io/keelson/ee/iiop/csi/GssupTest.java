package io.keelson.ee.iiop.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Tokens and names of GSSUP. */
class GssupTest {
    private static final HexFormat HEX = HexFormat.of();

    @Test
    void aTokenHasTheBytesOfTheSpecification() {
        byte[] token = Gssup.token("ann", "pw".toCharArray(), new byte[0]);
        assertThat(HEX.formatHex(token))
                .isEqualTo("60" + "20" + "0606678102010101" + "00000000" + "00000003" + "616e6e00" + "00000002"
                        + "70770000" + "00000000");
    }

    @Test
    void aLoginIsReadAsItWasWritten() throws Exception {
        byte[] realm = Gssup.exportedName("default");
        for (String user : new String[] {"ann", "ann@example.org", "a\\b@c\\", "ännchen\u4e16", "x".repeat(300)}) {
            Gssup.Login login = Gssup.login(Gssup.token(user, "wörd@\\".toCharArray(), realm));
            assertThat(login.user()).isEqualTo(user);
            assertThat(login.realm()).isEmpty();
            assertThat(login.password()).containsExactly("wörd@\\".toCharArray());
            assertThat(login.target()).isEqualTo("default");
            assertThat(login.toString()).doesNotContain("wörd");
        }
    }

    @Test
    void aNameMayHaveItsRealm() throws Exception {
        assertThat(Gssup.importedUser(Gssup.exportedName("ann@default"))).containsExactly("ann", "default");
        assertThat(Gssup.importedUser(Gssup.exportedUser("ann@default"))).containsExactly("ann@default", "");
        assertThat(Gssup.importedUser(Gssup.exportedName("@default"))).containsExactly("", "default");
    }

    @Test
    void everyCutAndEveryWrongLengthIsRefused() {
        byte[] token = Gssup.token("ann", "pw".toCharArray(), Gssup.exportedName("default"));
        for (int length = 0; length < token.length; length++) {
            byte[] cut = Arrays.copyOf(token, length);
            assertThatThrownBy(() -> Gssup.login(cut)).isInstanceOf(CsiException.class);
        }
        byte[] huge = token.clone();
        huge[14] = 0x7f; // the length of the user's name
        assertThatThrownBy(() -> Gssup.login(huge)).isInstanceOf(CsiException.class);
        byte[] name = Gssup.exportedName("ann");
        for (int length = 0; length < name.length; length++) {
            byte[] cut = Arrays.copyOf(name, length);
            assertThatThrownBy(() -> Gssup.importedUser(cut)).isInstanceOf(CsiException.class);
        }
    }
}
