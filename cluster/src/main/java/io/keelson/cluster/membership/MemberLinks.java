package io.keelson.cluster.membership;

import javax.net.ssl.SSLContext;

/**
 * TLS between the servers of a cluster.
 *
 * @param context what sockets are made by
 * @param closeRevoked closes those sockets of the context whose other end has shown a certificate that counts no more; to be run every
 *     now and then, by any thread
 */
public record MemberLinks(SSLContext context, Runnable closeRevoked) {}
