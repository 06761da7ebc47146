package io.keelson.session.link;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.nio.ByteBuffer;
import java.util.List;

/** A message that may go over a direct connection. What is told of it comes on the connection's thread, and must not block. */
public interface Parcel {
    /** Returns how many bytes it has at most. */
    int most();

    /** Writes it; the same each time. */
    void write(ByteBuffer to);

    /** Its bytes, for one that is sent alone; nobody changes them. */
    List<ByteBuffer> parts();

    /** The other server has what it says. */
    void acknowledged(ClusterMember by);

    /** The connection has ended, and it may have arrived or not. Not told where it was acknowledged, or answered otherwise. */
    void lost(ClusterMember to);
}
