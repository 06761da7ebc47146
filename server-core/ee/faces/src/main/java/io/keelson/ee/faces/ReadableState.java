package io.keelson.ee.faces;

import jakarta.faces.context.FacesContext;
import jakarta.faces.render.RenderKit;
import jakarta.faces.render.RenderKitFactory;
import jakarta.faces.render.RenderKitWrapper;
import jakarta.faces.render.ResponseStateManager;
import java.io.IOException;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Takes a view's state that cannot be read for none, so that the view has expired and the application can say what is done about it. It
 * comes from the client, which may send what it likes; Mojarra throws whatever its decoders do. Made by Mojarra for each web module.
 * Thread-safe.
 *
 * <p>Specification: Faces 4.1, 2.2.1 Restore View.
 */
public final class ReadableState extends RenderKitFactory {
    /** Made by Mojarra with the factory that it stands before. */
    public ReadableState(RenderKitFactory wrapped) {
        super(wrapped);
    }

    @Override
    public void addRenderKit(String id, RenderKit kit) {
        getWrapped().addRenderKit(id, kit);
    }

    @Override
    public @Nullable RenderKit getRenderKit(@Nullable FacesContext context, String id) {
        RenderKit kit = getWrapped().getRenderKit(context, id);
        return kit == null || kit instanceof Kit ? kit : new Kit(kit);
    }

    @Override
    public Iterator<String> getRenderKitIds() {
        return getWrapped().getRenderKitIds();
    }

    private static final class Kit extends RenderKitWrapper {
        Kit(RenderKit wrapped) {
            super(wrapped);
        }

        @Override
        public @Nullable ResponseStateManager getResponseStateManager() {
            ResponseStateManager manager = getWrapped().getResponseStateManager();
            return manager == null ? null : new States(manager);
        }
    }

    private static final class States extends ResponseStateManager {
        private final ResponseStateManager states;

        States(ResponseStateManager states) {
            this.states = states;
        }

        @Override
        public @Nullable Object getState(FacesContext context, String view) {
            try {
                return states.getState(context, view);
            } catch (RuntimeException e) {
                context.getExternalContext()
                        .log("The state of " + view + " cannot be read, its view has expired: " + e);
                return null;
            }
        }

        @Override
        public void writeState(FacesContext context, Object state) throws IOException {
            states.writeState(context, state);
        }

        @Override
        public boolean isStateless(FacesContext context, String view) {
            try {
                return states.isStateless(context, view);
            } catch (RuntimeException e) {
                return false; // getState says why
            }
        }

        @Override
        public boolean isPostback(FacesContext context) {
            return states.isPostback(context);
        }

        @Override
        public String getViewState(FacesContext context, Object state) {
            return states.getViewState(context, state);
        }

        @Override
        public String getCryptographicallyStrongTokenFromSession(FacesContext context) {
            return states.getCryptographicallyStrongTokenFromSession(context);
        }
    }
}
