package io.keelson.ee.mail;

import jakarta.mail.Authenticator;
import jakarta.mail.PasswordAuthentication;

/** The user of a definition. Immutable. */
final class Login extends Authenticator {
    private final String user;
    private final String password;

    Login(String user, String password) {
        this.user = user;
        this.password = password;
    }

    @Override
    protected PasswordAuthentication getPasswordAuthentication() {
        return new PasswordAuthentication(user, password);
    }
}
