/**
 * Sessions in memory and in a vault: {@link io.keelson.session.store.VaultSessionStore} over a
 * {@link io.keelson.session.store.SessionVault}. What the lock of a session guards is said in {@code HeldSession}.
 */
@NullMarked
package io.keelson.session.store;

import org.jspecify.annotations.NullMarked;
