package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.context.Conversation;
import jakarta.enterprise.context.ConversationScoped;
import jakarta.inject.Inject;
import java.io.Serializable;

/** Counts the steps of a conversation. */
@ConversationScoped
public class Wizard implements Serializable {
    private static final long serialVersionUID = 1L;

    @Inject
    private Conversation conversation;

    private int steps;

    /** Begins, goes on or ends. */
    public String step(String what) {
        steps++;
        if (what.equals("begin")) {
            conversation.begin();
        }
        String said = conversation.getId() + " " + steps;
        if (what.equals("end")) {
            conversation.end();
        }
        return said;
    }
}
