package io.keelson.ee.faces.guests;

import jakarta.enterprise.context.Conversation;
import jakarta.enterprise.context.ConversationScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;

/** Counts its steps as long as its conversation goes on. */
@Named
@ConversationScoped
public class Trip implements Serializable {
    private static final long serialVersionUID = 1L;

    @Inject
    private Conversation conversation;

    private int steps;

    /** Begins the conversation and goes on. */
    public void begin() {
        conversation.begin();
        step();
    }

    /** Goes on. */
    public void step() {
        steps++;
    }

    /** Goes on and has the client ask for the page again. */
    public String elsewhere() {
        step();
        return "/trip?faces-redirect=true";
    }

    /** Goes on and ends the conversation. */
    public void end() {
        step();
        conversation.end();
    }

    public int getSteps() {
        return steps;
    }
}
