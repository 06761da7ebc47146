package io.keelson.ee.iiop.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Security contexts of a request, which come before anybody is known: read, the same when written and read again, or refused. */
class SasMessageFuzzTest {
    @FuzzTest
    void contexts(byte[] bytes) throws CsiException {
        SasMessage message;
        try {
            message = SasMessage.decode(bytes);
        } catch (CsiException e) {
            assertThat(e).hasMessageMatching(".+");
            return;
        }
        byte[] written = message.encoded();
        assertThat(SasMessage.decode(written)).usingRecursiveComparison().isEqualTo(message);
        if (message instanceof SasMessage.Establish establish) {
            login(establish.token());
            user(establish.identity());
        }
    }

    private static void login(byte[] token) throws CsiException {
        Gssup.Login login;
        try {
            login = Gssup.login(token);
        } catch (CsiException e) {
            return;
        }
        assertThat(Gssup.isToken(token)).isTrue();
        if (login.realm().isEmpty()) {
            byte[] again = Gssup.token(login.user(), login.password(), Gssup.exportedName(login.target()));
            Gssup.Login same = Gssup.login(again);
            assertThat(same.user()).isEqualTo(login.user());
            assertThat(same.password()).isEqualTo(login.password());
        }
    }

    private static void user(byte[] exported) throws CsiException {
        String[] scoped;
        try {
            scoped = Gssup.importedUser(exported);
        } catch (CsiException e) {
            return;
        }
        assertThat(scoped).hasSize(2);
        if (scoped[1].isEmpty()) {
            assertThat(Gssup.importedUser(Gssup.exportedUser(scoped[0]))).containsExactly(scoped[0], "");
        }
    }
}
