package io.keelson.jms.ra;

import jakarta.resource.spi.ConnectionRequestInfo;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The user of a connection. Immutable. */
final class Login implements ConnectionRequestInfo {
    private final @Nullable String user;
    private final @Nullable String password;

    /**
     * Makes a login.
     *
     * @param user null: nobody logs in
     */
    Login(@Nullable String user, @Nullable String password) {
        this.user = user;
        this.password = password;
    }

    @Nullable
    String user() {
        return user;
    }

    @Nullable
    String password() {
        return password;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Login login
                && Objects.equals(login.user, user)
                && Objects.equals(login.password, password);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(user);
    }

    @Override
    public String toString() {
        return user == null ? "nobody" : user;
    }
}
