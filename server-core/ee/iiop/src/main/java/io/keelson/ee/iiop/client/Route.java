package io.keelson.ee.iiop.client;

import com.sun.corba.se.spi.ior.IOR;
import com.sun.corba.se.spi.ior.iiop.IIOPAddress;
import com.sun.corba.se.spi.ior.iiop.IIOPProfileTemplate;
import io.keelson.ee.iiop.csi.CsiException;
import io.keelson.ee.iiop.csi.SecurityMechanism;
import io.keelson.ee.iiop.csi.SecurityMechanism.Address;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.NO_PERMISSION;

/**
 * The way by which an object is called. Who has come over TLS goes on over TLS, whatever references say. Immutable.
 *
 * @param addresses hosts and ports, the first to be preferred
 * @param tls true for TLS
 * @param mechanism the mechanism that was chosen; null where the reference has none
 */
record Route(List<Address> addresses, boolean tls, @Nullable SecurityMechanism mechanism) {
    /**
     * Chooses for a reference.
     *
     * @throws NO_PERMISSION where the object can be called in no way that is allowed
     */
    static Route of(IOR ior, Login login) {
        IIOPProfileTemplate profile = (IIOPProfileTemplate) ior.getProfile().getTaggedProfileTemplate();
        IIOPAddress primary = profile.getPrimaryAddress();
        Address plain = new Address(primary.getHost(), primary.getPort());
        List<SecurityMechanism> mechanisms = mechanisms(ior, profile);
        SecurityMechanism chosen = null;
        for (SecurityMechanism each : mechanisms) {
            boolean allowed =
                    login.secure() ? !each.tls().isEmpty() : each.tls().isEmpty() && plain.port() != 0;
            if (allowed && (chosen == null || !suits(chosen, login) && suits(each, login))) {
                chosen = each;
            }
        }
        if (chosen != null) {
            return new Route(login.secure() ? chosen.tls() : List.of(plain), login.secure(), chosen);
        }
        if (mechanisms.isEmpty() && login.names(plain.host(), plain.port())) {
            return new Route(List.of(plain), login.secure(), null);
        }
        if (login.secure() || plain.port() == 0) {
            throw new NO_PERMISSION(
                    login.secure() ? "the object is not reachable over TLS" : "the object is reachable over TLS only",
                    0,
                    CompletionStatus.COMPLETED_NO);
        }
        return new Route(List.of(plain), false, null);
    }

    /** Returns true if the mechanism takes the password of the login, or does without where that has none. */
    private static boolean suits(SecurityMechanism mechanism, Login login) {
        return login.user() != null ? mechanism.passwords() : !mechanism.requiresUser();
    }

    private static List<SecurityMechanism> mechanisms(IOR ior, IIOPProfileTemplate profile) {
        org.omg.IOP.TaggedComponent[] found = profile.getIOPComponents(ior.getORB(), SecurityMechanism.TAG);
        if (found.length == 0) {
            return List.of();
        }
        try {
            return SecurityMechanism.decode(found[0].component_data);
        } catch (CsiException e) {
            throw new BAD_PARAM(
                    "a reference has no security mechanisms: " + e.getMessage(), 0, CompletionStatus.COMPLETED_NO);
        }
    }
}
