package io.keelson.ee.iiop;

import com.sun.corba.se.impl.orbutil.ORBUtility;
import com.sun.corba.se.pept.protocol.MessageMediator;
import com.sun.corba.se.spi.ior.IOR;
import com.sun.corba.se.spi.ior.ObjectKey;
import com.sun.corba.se.spi.legacy.connection.Connection;
import com.sun.corba.se.spi.orb.ORB;
import com.sun.corba.se.spi.protocol.CorbaMessageMediator;
import com.sun.corba.se.spi.protocol.CorbaServerRequestDispatcher;
import io.keelson.remoting.iiop.IiopConnection;
import java.nio.charset.StandardCharsets;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.OBJECT_NOT_EXIST;

/**
 * Leads clients that know the server's address alone, by {@code corbaloc}, to the object of a well-known name. The reference has the
 * address that they know. Thread-safe.
 *
 * <p>Specification: CORBA 3.3, Part 2, 7.6.10 (corbaloc).
 */
final class InitialNames implements CorbaServerRequestDispatcher {
    private final ORB orb;
    private final Addresses addresses;

    InitialNames(ORB orb, Addresses addresses) {
        this.orb = orb;
        this.addresses = addresses;
    }

    private IOR find(ObjectKey key) {
        org.omg.CORBA.Object found =
                orb.getLocalResolver().resolve(new String(key.getBytes(orb), StandardCharsets.ISO_8859_1));
        if (found == null) {
            throw new OBJECT_NOT_EXIST("there is no object of that name", 0, CompletionStatus.COMPLETED_NO);
        }
        return ORBUtility.getIOR(found);
    }

    @Override
    public IOR locate(ObjectKey key) {
        return find(key);
    }

    @Override
    public void dispatch(MessageMediator mediator) {
        CorbaMessageMediator message = (CorbaMessageMediator) mediator;
        IOR found = find(message.getObjectKey());
        if (message.getConnection() instanceof Connection connection
                && connection.getSocket() instanceof IiopConnection client) {
            found = addresses.at(client, found);
        }
        message.getProtocolHandler().createLocationForward(message, found, null);
    }
}
