package io.keelson.ee.faces;

import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.Conversation;
import jakarta.enterprise.context.ConversationScoped;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.faces.application.ViewHandler;
import jakarta.faces.application.ViewHandlerWrapper;
import jakarta.faces.context.FacesContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes long-running conversations along: forms of a page and redirects of its navigation rules name the conversation, links that can be
 * kept do not. One a web module, made by Mojarra; thread-safe, as what a request is about lies with its {@link FacesContext}.
 *
 * <p>Specification: CDI 4.1, 28.1.4 Conversation context lifecycle.
 */
public final class ConversationUrls extends ViewHandlerWrapper {
    private static final String PARAMETER = "cid";

    /** There while a link that can be kept is made of the URL of an action. */
    private static final String KEPT = ConversationUrls.class.getName() + ".kept";

    /** Made by Mojarra with the handler that it stands before. */
    public ConversationUrls(ViewHandler wrapped) {
        super(wrapped);
    }

    @Override
    public String getActionURL(FacesContext context, String view) {
        String url = super.getActionURL(context, view);
        String id = context.getAttributes().containsKey(KEPT) || names(url) ? null : conversation();
        return id == null ? url : with(url, id);
    }

    @Override
    public String getBookmarkableURL(
            FacesContext context, String view, Map<String, List<String>> parameters, boolean includeViewParameters) {
        boolean outermost = context.getAttributes().put(KEPT, true) == null;
        try {
            return super.getBookmarkableURL(context, view, parameters, includeViewParameters);
        } finally {
            if (outermost) {
                context.getAttributes().remove(KEPT);
            }
        }
    }

    private static boolean names(String url) {
        return url.contains("?" + PARAMETER + "=") || url.contains("&" + PARAMETER + "=");
    }

    /** The id of the request's conversation; null for one that ends with the request, and without a context of conversations. */
    private static @Nullable String conversation() {
        CDI<Object> cdi;
        try {
            cdi = CDI.current();
            if (!cdi.getBeanManager().getContext(ConversationScoped.class).isActive()) {
                return null;
            }
        } catch (ContextNotActiveException | IllegalStateException e) {
            return null;
        }
        Conversation conversation = cdi.select(Conversation.class).get();
        return conversation.isTransient() ? null : conversation.getId();
    }

    private static String with(String url, String id) {
        int fragment = url.indexOf('#');
        String address = fragment < 0 ? url : url.substring(0, fragment);
        return address
                + (address.indexOf('?') < 0 ? "?" : "&")
                + PARAMETER
                + "="
                + URLEncoder.encode(id, StandardCharsets.UTF_8)
                + url.substring(address.length());
    }
}
