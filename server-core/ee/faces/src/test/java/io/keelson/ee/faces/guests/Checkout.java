package io.keelson.ee.faces.guests;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.faces.flow.Flow;
import jakarta.faces.flow.FlowScoped;
import jakarta.faces.flow.builder.FlowBuilder;
import jakarta.faces.flow.builder.FlowBuilderParameter;
import jakarta.faces.flow.builder.FlowDefinition;
import jakarta.inject.Named;
import java.io.Serializable;

@Named
@FlowScoped("checkout")
public class Checkout implements Serializable {
    private static final long serialVersionUID = 1L;
    private int steps;

    public int getSteps() {
        return ++steps;
    }

    public String getId() {
        return "flow " + System.identityHashCode(this);
    }

    /** Defines the flow. */
    @Dependent
    public static class Definition {
        @Produces
        @FlowDefinition
        public Flow define(@FlowBuilderParameter FlowBuilder builder) {
            builder.id("", "checkout");
            builder.viewNode("checkout", "/checkout/checkout.xhtml").markAsStartNode();
            builder.returnNode("done").fromOutcome("/bye");
            return builder.getFlow();
        }
    }
}
