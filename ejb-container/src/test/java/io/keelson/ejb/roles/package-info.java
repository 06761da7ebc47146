/** Roles, initialisers and removal that descriptors declare. */
package io.keelson.ejb.roles;
