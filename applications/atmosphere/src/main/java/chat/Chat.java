package chat;

import org.atmosphere.config.service.ManagedService;
import org.atmosphere.config.service.Message;
import org.atmosphere.config.service.Ready;
import org.atmosphere.cpr.AtmosphereResource;

/** A chat over long polling, streaming, server-sent events, and WebSocket where the server has it. */
@ManagedService(path = "/chat")
public class Chat {
    @Ready
    public void ready(AtmosphereResource resource) {
        resource.getResponse().addHeader("X-Chat", resource.transport().name());
    }

    @Message
    public String message(String text) {
        return "said " + text;
    }
}
