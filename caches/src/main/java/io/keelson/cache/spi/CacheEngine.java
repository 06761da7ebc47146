package io.keelson.cache.spi;

import io.keelson.cache.config.CacheSettings;
import io.keelson.cache.config.GridSettings;
import io.keelson.session.grid.GridFounder.Bond;
import io.keelson.session.grid.OpeningAttempts;
import io.netty.channel.Channel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps the entries of caches. A service of the part {@code infinispan}. Thread-safe. */
public interface CacheEngine {
    /** Opens the caches of this server; it enters those of the cluster in the background. Whoever gets it leaves it. */
    Node open(Place place);

    /**
     * The server that has them.
     *
     * @param server its name
     * @param files the directory for the files of caches with persistence
     * @param bond the way to the other servers of the cluster; null: this server is in none, so that each cache is local
     * @param caches the caches by name
     * @param settings what holds for all of them
     * @param listener is told why they cannot be opened, while that is so
     */
    record Place(
            String server,
            Path files,
            @Nullable Bond bond,
            Map<String, CacheSettings> caches,
            GridSettings settings,
            OpeningAttempts.Listener listener) {}

    /** The opened caches. */
    interface Node {
        /**
         * Returns the entries of a cache.
         *
         * @throws IllegalArgumentException where there is no such cache
         */
        EntryStore store(String cache);

        /** Returns true if the caches can be used. */
        boolean ready();

        /** Returns how many attempts to open them have failed in a row; 0 once they are open. */
        default int failedStarts() {
            return 0;
        }

        /** Returns why the last attempt failed, in a line; empty where none has. */
        default String failure() {
            return "";
        }

        /** Waits until they can be used, but for so long only. */
        void awaitReady(Duration longest);

        /** Serves Hot Rod from now on, as soon as the caches can be used. */
        HotRodDoor serveHotRod(HotRodPlace place);

        /** Leaves, when the other servers have what they are to have, but waits for so long only. */
        void leave(Duration longest);
    }

    /**
     * Settings of the Hot Rod endpoint.
     *
     * @param host the address that clients are told
     * @param port the port that clients are told
     * @param logins checks who comes
     * @param roles says what somebody may do
     */
    record HotRodPlace(String host, int port, Logins logins, Roles roles) {}

    /** Takes connections that speak Hot Rod. */
    interface HotRodDoor extends AutoCloseable {
        /** Takes a connection, on its event loop. */
        void connect(Channel channel);

        @Override
        void close();
    }

    /** Credentials of users for SCRAM-SHA-256, as the realm has them. */
    interface Logins {
        /** Returns what a client needs to log in as that user, which is made up where nobody has the name. */
        Challenge challenge(String user);

        /**
         * Checks a proof.
         *
         * @return the groups of the user; null where the login fails
         */
        @Nullable
        Set<String> login(String user, Proof proof);
    }

    /** The salt and the number of iterations of a user. */
    record Challenge(int iterations, byte[] salt) {}

    /** Checks what a client has sent against the keys of a user. */
    @FunctionalInterface
    interface Proof {
        /** Returns true if the client knows the password of these keys. */
        boolean holds(byte[] storedKey, byte[] serverKey);
    }

    /** Permissions of a user. */
    @FunctionalInterface
    interface Roles {
        /** Returns what who is called so, a user or a group, may do with a cache. */
        Grant grant(String cache, String name);
    }

    /** Permission for a cache; each includes those before it. */
    enum Grant {
        /** Nothing. */
        NOTHING,
        /** Read. */
        READ,
        /** Put and remove entries. */
        WRITE,
        /** Clear it. */
        ADMINISTER
    }
}
