package io.keelson.deploy.spi;

/**
 * Attached to a deployment by a contributor that keeps what users have of the application on this server's own disk, where nobody sees it
 * while the server is down.
 *
 * @param why as a part of a sentence: {@code its sessions are in files}
 */
public record OwnDisk(String why) {}
