package io.keelson.cluster.internal.jgroups;

import io.keelson.cluster.membership.Channel;
import io.keelson.kernel.spi.ClusterMember;
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
 * gone first.
 */
final class Admission extends AUTH {
    private static final String STILL_A_MEMBER = "' is still a member";

    private final DomainToken own;
    private final Channel.Listener listener;
    private volatile @Nullable View view;

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
        }
        return down_prot.down(event);
    }

    @Override
    protected boolean handleAuthHeader(GMS.GmsHeader header, AuthHeader shown, Message message) {
        if (!needsAuthentication(message, header)) {
            return true;
        }
        String refusal = refusal(header, shown.getToken(), message);
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

    private String refusal(GMS.GmsHeader header, @Nullable AuthToken shown, Message message) {
        ClusterMember sender = Addresses.member(message.getSrc()).orElse(null);
        if (sender == null || shown == null) {
            return "it is no server of a Keelson domain";
        }
        String refusal = own.refusal(shown, sender);
        return refusal.isEmpty() && joins(header) && present(sender)
                ? "an earlier run of the server '" + sender.server() + STILL_A_MEMBER
                : refusal;
    }

    /**
     * Whether a member turned a server away only because its earlier run has not left yet. The text is all that JGroups
     * brings back; where another version words it differently, this server merely tries again later.
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
                && now.getMembers().stream()
                        .flatMap(address -> Addresses.member(address).stream())
                        .anyMatch(member -> member.server().equals(sender.server())
                                && !member.run().equals(sender.run()));
    }

    private static String who(Message message) {
        return Addresses.member(message.getSrc())
                .map(ClusterMember::toString)
                .orElseGet(() -> String.valueOf(message.getSrc()));
    }
}
