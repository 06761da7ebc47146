package io.keelson.admin.rolling;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The version of an application that a rolling redeployment brings to the servers of a cluster. What it does is durable when it returns;
 * doing it again changes nothing. Thread-safe.
 */
public interface Release {
    /** Release for a domain that deploys no applications to servers and clusters. */
    Release NONE = new Release() {
        @Override
        public Optional<String> unfit(String application, String cluster) {
            return Optional.of("This domain deploys no applications to clusters");
        }

        @Override
        public List<String> servers(String application) {
            return List.of();
        }

        @Override
        public void give(String application, String server, boolean coming, String by) {}

        @Override
        public Standing standing(String application, String server) {
            return new Standing(true, false, "");
        }

        @Override
        public void end(String application, boolean coming, String by) {}
    };

    /**
     * Standing on a server of the version that it is to have.
     *
     * @param serves whether it serves
     * @param failed whether it will not
     * @param why why not
     */
    record Standing(boolean serves, boolean failed, String why) {}

    /** Returns why there is nothing that could be rolled over that cluster; empty where there is. */
    Optional<String> unfit(String application, String cluster) throws IOException;

    /** The servers that have the version that comes. */
    List<String> servers(String application) throws IOException;

    /**
     * Decides which version a server has.
     *
     * @param coming the one that comes; else the one that was
     * @throws IOException when that cannot be decided now
     */
    void give(String application, String server, boolean coming, String by) throws IOException;

    /**
     * Returns how the version stands that was decided for a server.
     *
     * @throws IOException when the server does not say
     */
    Standing standing(String application, String server) throws IOException;

    /**
     * Makes one of the two the version of all.
     *
     * @param coming the one that comes; else the one that was
     */
    void end(String application, boolean coming, String by) throws IOException;
}
