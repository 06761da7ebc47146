package io.keelson.remoting.internal.marshal;

/** References for messages that have none. */
final class NoRemotes implements RemoteReferences {
    @Override
    public boolean isRemote(Object object) {
        return false;
    }

    @Override
    public RemoteReference reference(Object object) {
        throw new AssertionError(object);
    }

    @Override
    public Object object(RemoteReference reference, ClassLoader loader) {
        throw new AssertionError(reference);
    }
}
