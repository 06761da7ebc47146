package io.keelson.component.spi;

/**
 * The injection sources of one deployment, attached to it by the contributor {@code component} in its {@code prepare}. Confined to the
 * deploying thread.
 */
public interface InjectionSources {
    /**
     * Adds a source.
     *
     * @throws IllegalStateException when another source serves one of its annotations or references, or the deployment has started
     */
    void add(InjectionSource source);
}
