package io.keelson.session.link;

/**
 * The direct connection on which this server sends sessions to another one, for management. The counts begin anew with each connection.
 *
 * @param server the other one
 * @param bytesPerSecond how fast it takes large updates, as measured; 0: not known yet
 * @param compressed updates that were compressed
 * @param bytesBefore their bytes before that
 * @param bytesAfter their bytes after that
 * @param dropped messages that were dropped because too much waited, and asked for again
 */
public record LinkRuntime(
        String server, long bytesPerSecond, long compressed, long bytesBefore, long bytesAfter, long dropped) {}
