package io.keelson.ee.iiop;

import com.sun.corba.se.impl.orbutil.ORBUtility;
import com.sun.corba.se.spi.ior.IOR;
import com.sun.corba.se.spi.ior.IORFactories;
import com.sun.corba.se.spi.ior.IORTemplate;
import com.sun.corba.se.spi.ior.TaggedComponent;
import com.sun.corba.se.spi.ior.iiop.IIOPFactories;
import com.sun.corba.se.spi.ior.iiop.IIOPProfile;
import com.sun.corba.se.spi.ior.iiop.IIOPProfileTemplate;
import com.sun.corba.se.spi.orb.ORB;
import io.keelson.ee.iiop.csi.Gssup;
import io.keelson.ee.iiop.csi.SecurityMechanism;
import io.keelson.remoting.iiop.IiopConnection;
import io.keelson.remoting.iiop.IiopEntrance;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives references the address at which the client has reached this server, and the ways in which it can log in there. Who came over TLS
 * gets no port in the clear. Thread-safe.
 *
 * <p>Specification: CORBA 3.3, Part 2, 10.5.1 Tagged Components for Storing Security Information in Transport-Independent Form.
 */
final class Addresses {
    private final ORB orb;
    private final IiopEntrance entrance;

    Addresses(ORB orb, IiopEntrance entrance) {
        this.orb = orb;
        this.entrance = entrance;
    }

    /** Returns a reference to the same object for the client of a connection, which is a socket. */
    org.omg.CORBA.Object at(IiopConnection connection, org.omg.CORBA.Object object) {
        return ORBUtility.makeObjectReference(at(connection, ORBUtility.getIOR(object)));
    }

    IOR at(IiopConnection connection, IOR ior) {
        Socket socket = (Socket) connection;
        InetAddress local = socket.getLocalAddress();
        IIOPProfile profile = ior.getProfile();
        IIOPProfileTemplate before = (IIOPProfileTemplate) profile.getTaggedProfileTemplate();
        IIOPProfileTemplate now = IIOPFactories.makeIIOPProfileTemplate(
                orb,
                before.getGIOPVersion(),
                IIOPFactories.makeIIOPAddress(
                        orb, local.getHostAddress(), connection.secure() ? 0 : socket.getLocalPort()));
        for (Object each : before) {
            add(now, (TaggedComponent) each);
        }
        List<SecurityMechanism> mechanisms = mechanisms(connection, socket);
        add(
                now,
                orb.getTaggedComponentFactoryFinder()
                        .create(
                                orb,
                                new org.omg.IOP.TaggedComponent(
                                        SecurityMechanism.TAG, SecurityMechanism.encode(mechanisms))));
        IORTemplate template = IORFactories.makeIORTemplate(profile.getObjectKeyTemplate());
        add(template, now);
        return template.makeIOR(orb, ior.getTypeId(), profile.getObjectId());
    }

    /** The broker's lists have no types. */
    @SuppressWarnings("unchecked")
    private static void add(List<?> to, Object element) {
        ((List<Object>) to).add(element);
    }

    private List<SecurityMechanism> mechanisms(IiopConnection connection, Socket socket) {
        boolean user = !entrance.anonymous(connection);
        boolean asserts = entrance.asserts();
        byte[] realm = Gssup.exportedName(entrance.realm());
        List<SecurityMechanism> mechanisms = new ArrayList<>();
        if (!connection.secure()) {
            mechanisms.add(new SecurityMechanism(List.of(), 0, false, false, true, user, realm, asserts));
        }
        entrance.securePort((InetSocketAddress) socket.getLocalSocketAddress()).ifPresent(port -> {
            List<SecurityMechanism.Address> address = List.of(
                    new SecurityMechanism.Address(socket.getLocalAddress().getHostAddress(), port.port()));
            mechanisms.add(new SecurityMechanism(
                    address, SecurityMechanism.PROTECTED, port.certificates(), false, true, user, realm, asserts));
            if (user && port.certificates()) {
                mechanisms.add(new SecurityMechanism(
                        address, SecurityMechanism.PROTECTED, true, true, false, false, new byte[0], asserts));
            }
        });
        return mechanisms;
    }
}
