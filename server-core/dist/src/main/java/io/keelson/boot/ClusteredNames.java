package io.keelson.boot;

import io.keelson.api.remote.Clustered;
import io.keelson.remoting.RemoteObjects;
import java.rmi.Remote;
import javax.naming.Binding;
import javax.naming.event.NamespaceChangeListener;
import javax.naming.event.NamingEvent;
import javax.naming.event.NamingExceptionEvent;
import javax.naming.event.ObjectChangeListener;
import org.jspecify.annotations.Nullable;

/**
 * Objects of classes with {@link Clustered} that are bound in the server's tree: each is one of those that members have under that
 * name. Called by one thread.
 *
 * @param changed told after each change
 */
record ClusteredNames(RemoteObjects remote, Runnable changed) implements NamespaceChangeListener, ObjectChangeListener {
    /** Returns whether a value is one of several members. */
    static boolean isClustered(Object value) {
        return value instanceof Remote && value.getClass().isAnnotationPresent(Clustered.class);
    }

    @Override
    public void objectAdded(NamingEvent event) {
        added(event.getNewBinding());
    }

    @Override
    public void objectRemoved(NamingEvent event) {
        removed(event.getOldBinding());
    }

    @Override
    public void objectRenamed(NamingEvent event) {
        objectChanged(event);
    }

    @Override
    public void objectChanged(NamingEvent event) {
        removed(event.getOldBinding());
        added(event.getNewBinding());
    }

    private void added(@Nullable Binding binding) {
        Object value = binding == null ? null : binding.getObject();
        if (binding != null && value instanceof Remote object && isClustered(value)) {
            remote.exportForMembers(
                    binding.getName(),
                    object,
                    value.getClass().getAnnotation(Clustered.class).value());
            changed.run();
        }
    }

    private void removed(@Nullable Binding binding) {
        Object value = binding == null ? null : binding.getObject();
        if (binding != null && value instanceof Remote object && isClustered(value)) {
            remote.withdraw(binding.getName(), object);
            changed.run();
        }
    }

    @Override
    public void namingExceptionThrown(NamingExceptionEvent event) {
        BootLog.LOG.debugf(event.getException(), "the names of the server");
    }
}
