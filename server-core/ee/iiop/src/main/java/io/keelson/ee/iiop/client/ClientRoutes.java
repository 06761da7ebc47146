package io.keelson.ee.iiop.client;

import com.sun.corba.se.spi.ior.IOR;
import com.sun.corba.se.spi.transport.IORToSocketInfo;
import com.sun.corba.se.spi.transport.SocketInfo;
import java.util.List;

/** Says which sockets the broker may open for a reference. The broker makes it by its class; thread-safe. */
public final class ClientRoutes implements IORToSocketInfo {
    /** Makes it, for the broker. */
    public ClientRoutes() {}

    private record Target(String getType, String getHost, int getPort) implements SocketInfo {}

    @Override
    public List<?> getSocketInfo(IOR ior) {
        Route route = Route.of(ior, ClientSockets.of(ior.getORB()).login());
        String type = route.tls() ? ClientSockets.TLS : SocketInfo.IIOP_CLEAR_TEXT;
        return route.addresses().stream()
                .map(each -> new Target(type, each.host(), each.port()))
                .toList();
    }
}
