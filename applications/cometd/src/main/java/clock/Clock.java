package clock;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.cometd.bayeux.Promise;
import org.cometd.bayeux.server.BayeuxServer;
import org.cometd.bayeux.server.LocalSession;

/** Publishes to those who wait in a long poll. */
public class Clock extends HttpServlet {
    private LocalSession session;

    @Override
    public void init() {
        BayeuxServer bayeux = (BayeuxServer) getServletContext().getAttribute(BayeuxServer.ATTRIBUTE);
        session = bayeux.newLocalSession("clock");
        session.handshake();
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        BayeuxServer bayeux = (BayeuxServer) getServletContext().getAttribute(BayeuxServer.ATTRIBUTE);
        bayeux.createChannelIfAbsent("/strokes")
                .getReference()
                .publish(session, Map.of("hour", request.getParameter("hour")), Promise.noop());
        response.setStatus(204);
    }
}
