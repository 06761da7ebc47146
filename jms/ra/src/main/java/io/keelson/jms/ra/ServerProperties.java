package io.keelson.jms.ra;

import io.keelson.client.ClientStreams;
import io.keelson.client.ContextFactory;
import jakarta.resource.spi.InvalidPropertyException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Context;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Properties by which the servers are reached. Those that are not set are taken from the resource adapter, or have their defaults. The
 * container sets them before anything else is called.
 */
public abstract class ServerProperties implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final long MOST_MILLIS = Integer.MAX_VALUE;
    private static final int LEAST_MESSAGE = 64 * 1024;
    private static final int MOST_MESSAGE = 1024 * 1024 * 1024;
    private static final long DEFAULT_RECONNECT = 120_000;

    private @Nullable String url;
    private @Nullable String user;
    private @Nullable String password;
    private @Nullable Long connectTimeout;
    private @Nullable Long peerTimeout;
    private @Nullable Long reconnectTimeout;
    private @Nullable Integer maxMessageSize;
    private @Nullable Boolean plainLogin;

    /** Leaves all properties to be set. */
    protected ServerProperties() {}

    /** Returns the properties that count where this has none; null: the defaults do. */
    abstract @Nullable ServerProperties behind();

    /** Returns the addresses of the servers. */
    public @Nullable String getUrl() {
        return url;
    }

    /** Sets the addresses of the servers, as {@code keelson://host1:7001,host2:7001}; {@code keelsons://} for TLS. */
    public void setUrl(@Nullable String url) {
        this.url = given(url);
    }

    /** Returns the user that logs in. */
    public @Nullable String getUser() {
        return user;
    }

    /** Sets the user that logs in; null: nobody does. */
    public void setUser(@Nullable String user) {
        this.user = given(user);
    }

    /** Returns the password of the user. */
    public @Nullable String getPassword() {
        return password;
    }

    /** Sets the password of the user. It is never logged. */
    public void setPassword(@Nullable String password) {
        this.password = password;
    }

    /** Returns for how many milliseconds an address is tried. */
    public @Nullable Long getConnectTimeout() {
        return connectTimeout;
    }

    /** Sets for how many milliseconds an address is tried: at least 100, by default 5000. */
    public void setConnectTimeout(@Nullable Long millis) {
        this.connectTimeout = millis;
    }

    /** Returns after how many milliseconds without a sign of life a server is given up. */
    public @Nullable Long getPeerTimeout() {
        return peerTimeout;
    }

    /** Sets after how many milliseconds without a sign of life a server is given up: at least 500, by default 10000. */
    public void setPeerTimeout(@Nullable Long millis) {
        this.peerTimeout = millis;
    }

    /** Returns for how many milliseconds a connection that was lost is made again. */
    public @Nullable Long getReconnectTimeout() {
        return reconnectTimeout;
    }

    /** Sets for how many milliseconds a connection that was lost is made again; 0: not at all; by default 120000. */
    public void setReconnectTimeout(@Nullable Long millis) {
        this.reconnectTimeout = millis;
    }

    /** Returns the largest message in bytes. */
    public @Nullable Integer getMaxMessageSize() {
        return maxMessageSize;
    }

    /** Sets the largest message in bytes: 64 KiB to 1 GiB, by default 10 MiB. */
    public void setMaxMessageSize(@Nullable Integer bytes) {
        this.maxMessageSize = bytes;
    }

    /** Returns true if a server may be given the password itself, within TLS. */
    public @Nullable Boolean getPlainLogin() {
        return plainLogin;
    }

    /** Sets whether a server that cannot check the password otherwise may be given it, within TLS; by default true. */
    public void setPlainLogin(@Nullable Boolean plain) {
        this.plainLogin = plain;
    }

    /** Returns a text, or null where it is empty: containers set what is not configured to an empty text. */
    static @Nullable String given(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    // ---- what counts -----------------------------------------------------------------------------------------------

    /** Returns one property. */
    interface Property<T> {
        /** Returns its value; null where it is not set. */
        @Nullable
        T of(ServerProperties from);
    }

    <T> @Nullable T effective(Property<T> property) {
        T own = property.of(this);
        ServerProperties next = behind();
        return own != null || next == null ? own : next.effective(property);
    }

    long reconnectMillis() {
        Long millis = effective(ServerProperties::getReconnectTimeout);
        return millis == null ? DEFAULT_RECONNECT : millis;
    }

    /** Returns the properties as a login: a user and its password come from the same place. */
    Login login() {
        ServerProperties next = behind();
        return user == null && next != null ? next.login() : new Login(user, user == null ? null : password);
    }

    /**
     * Returns streams to the servers, without connecting.
     *
     * @param as who logs in
     * @throws InvalidPropertyException where a property is wrong
     */
    ClientStreams streams(Login as) throws InvalidPropertyException {
        check();
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.PROVIDER_URL, String.valueOf(effective(ServerProperties::getUrl)));
        String who = as.user();
        if (who != null) {
            environment.put(Context.SECURITY_PRINCIPAL, who);
            environment.put(Context.SECURITY_CREDENTIALS, as.password() == null ? "" : as.password());
        }
        put(environment, ContextFactory.CONNECT_TIMEOUT, effective(ServerProperties::getConnectTimeout));
        put(environment, ContextFactory.PEER_TIMEOUT, effective(ServerProperties::getPeerTimeout));
        put(environment, ContextFactory.MAX_MESSAGE_SIZE, effective(ServerProperties::getMaxMessageSize));
        put(environment, ContextFactory.PLAIN_LOGIN, effective(ServerProperties::getPlainLogin));
        try {
            return ContextFactory.unconnectedStreams(environment);
        } catch (NamingException e) {
            throw new InvalidPropertyException("url is wrong: " + e.getMessage(), e);
        }
    }

    private static void put(Hashtable<String, Object> environment, String name, @Nullable Object value) {
        if (value != null) {
            environment.put(name, value.toString());
        }
    }

    // ---- checks ----------------------------------------------------------------------------------------------------

    /**
     * Checks all properties.
     *
     * @throws InvalidPropertyException where some are wrong; the message names each, and says what to write
     */
    final void check() throws InvalidPropertyException {
        List<String> faults = new ArrayList<>();
        if (effective(ServerProperties::getUrl) == null) {
            faults.add("url is not set, neither here nor at the resource adapter: write keelson://host:7001, or"
                    + " keelson://host1:7001,host2:7001 for the members of a cluster");
        }
        checkOwn(faults);
        fail(faults);
    }

    static void fail(List<String> faults) throws InvalidPropertyException {
        if (!faults.isEmpty()) {
            throw new InvalidPropertyException(String.join("; ", faults));
        }
    }

    /** Checks what is set here. */
    void checkOwn(List<String> faults) {
        String own = url;
        if (own != null) {
            try {
                Hashtable<String, Object> environment = new Hashtable<>();
                environment.put(Context.PROVIDER_URL, own);
                ClientStreams unused = ContextFactory.unconnectedStreams(environment);
            } catch (NamingException e) {
                faults.add("url is wrong: " + e.getMessage());
            }
        }
        if (user == null && password != null && !password.isEmpty()) {
            faults.add("password is set without a user: set user, too");
        }
        within(faults, "connectTimeout", connectTimeout, 100, MOST_MILLIS, "milliseconds");
        within(faults, "peerTimeout", peerTimeout, 500, MOST_MILLIS, "milliseconds");
        within(faults, "reconnectTimeout", reconnectTimeout, 0, MOST_MILLIS, "milliseconds");
        within(faults, "maxMessageSize", maxMessageSize, LEAST_MESSAGE, MOST_MESSAGE, "bytes");
    }

    static void within(List<String> faults, String name, @Nullable Number value, long least, long most, String unit) {
        if (value != null && (value.longValue() < least || value.longValue() > most)) {
            faults.add(name + " is " + value + ": write a number of " + unit + " from " + least + " to " + most);
        }
    }

    /** Returns one of several words, without regard to case; the first is the default. */
    static String oneOf(List<String> faults, String name, @Nullable String value, String... words) {
        if (value == null) {
            return words[0];
        }
        for (String each : words) {
            if (each.equalsIgnoreCase(value)) {
                return each;
            }
        }
        faults.add(name + " is '" + value + "': write " + String.join(" or ", words));
        return words[0];
    }

    /** Returns what makes this equal to another. */
    List<@Nullable Object> identity() {
        return new ArrayList<>(Arrays.asList(
                url, user, password, connectTimeout, peerTimeout, reconnectTimeout, maxMessageSize, plainLogin));
    }
}
