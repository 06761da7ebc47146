package io.keelson.cluster.internal.jgroups;

import io.keelson.cluster.membership.Channel;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.auth.AuthToken;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.AUTH;
import org.jgroups.protocols.AuthHeader;
import org.jgroups.protocols.pbcast.GMS;
import org.jspecify.annotations.Nullable;

/**
 * AUTH that says why: whoever wants to join, or to merge, shows a {@link DomainToken}, and is told the reason when it is
 * turned away. A server that is in the view already is turned away too: of a server that was restarted the old run must be
 * gone first. Nor are parts merged of which each has another run of a server: who was turned away may be alone with itself, and would
 * come back as a part.
 */
final class Admission extends AUTH {
    private static final String STILL_A_MEMBER = "' is still a member";

    private final DomainToken own;
    private final Channel.Listener listener;
    private volatile @Nullable View view;
    /** Runs in this server's view that are known to have been replaced: they turn nobody away. */
    private volatile Set<ClusterMember> outdated = Set.of();

    Admission(DomainToken own, Channel.Listener listener) {
        this.own = own;
        this.listener = listener;
        setAuthToken(own);
        own.setAuth(this);
        // Its messages are AUTH's; JGroups would look for a number of this class.
        setId(ClassConfigurator.getProtocolId(AUTH.class));
    }

    @Override
    public Object down(Event event) {
        if (event.getType() == Event.VIEW_CHANGE) {
            view = event.getArg();
            outdated = Set.of();
        }
        return down_prot.down(event);
    }

    @Override
    public @Nullable Object up(Event event) {
        if (event.getType() != Event.MERGE) {
            return up_prot.up(event);
        }
        Map<Address, View> found = event.getArg();
        Parts parts = Parts.of(found, view);
        outdated = parts.outdated();
        parts.twins()
                .forEach(twin -> listener.refused(
                        twin.toString(), "another run of the server '" + twin.server() + STILL_A_MEMBER));
        return parts.together().size() < 2
                ? null
                : up_prot.up(new Event(Event.MERGE, new HashMap<>(parts.together()))); // it is changed there
    }

    @Override
    protected boolean handleAuthHeader(GMS.GmsHeader header, AuthHeader shown, Message message) {
        if (!needsAuthentication(message, header)) {
            return true;
        }
        String refusal = refusal(shown.getToken(), message);
        if (refusal.isEmpty()) {
            return true;
        }
        listener.refused(who(message), refusal);
        if (joins(header)) {
            sendJoinRejectionMessage(message.getSrc(), "a member of the cluster says: " + refusal);
        } else {
            sendRejectionMessage(header.getType(), message.getSrc(), refusal);
        }
        return false;
    }

    private String refusal(@Nullable AuthToken shown, Message message) {
        ClusterMember sender = Addresses.member(message.getSrc()).orElse(null);
        if (sender == null || shown == null) {
            return "it is no server of a Keelson domain";
        }
        String refusal = own.refusal(shown, sender);
        return refusal.isEmpty() && present(sender)
                ? "an earlier run of the server '" + sender.server() + STILL_A_MEMBER
                : refusal;
    }

    /**
     * Returns true if a member turned a server away only because its earlier run has not left yet. The text is all that
     * JGroups brings back; where another version words it differently, this server merely tries again later.
     */
    static boolean passing(String refusal) {
        return refusal.endsWith(STILL_A_MEMBER);
    }

    private static boolean joins(GMS.GmsHeader header) {
        return header.getType() == GMS.GmsHeader.JOIN_REQ
                || header.getType() == GMS.GmsHeader.JOIN_REQ_WITH_STATE_TRANSFER;
    }

    private boolean present(ClusterMember sender) {
        View now = view;
        return now != null
                && Parts.members(now).stream()
                        .anyMatch(member -> member.server().equals(sender.server())
                                && !member.run().equals(sender.run())
                                && !outdated.contains(member));
    }

    private static String who(Message message) {
        return Addresses.member(message.getSrc())
                .map(ClusterMember::toString)
                .orElseGet(() -> String.valueOf(message.getSrc()));
    }
}
